// The pinned LiteFS: the binary named by LITEFS_BIN, or one built once into .cache/litefs and kept. Needs Linux with
// /dev/fuse, the right to mount, and fusermount3 (installed from Debian's fuse3 where we are root).
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { findGoProgram, onPath } from "./go-program.mjs"

const litefsVersion = "v0.5.14"

/**
 * Where the binary is, or why there is none; `build: false` only looks.
 * @returns {{ path: string, missing?: undefined } | { path?: undefined, missing: string }}
 */
export function findLitefs({ build = true } = {}) {
  if (!existsSync("/dev/fuse")) return { missing: "this machine has no /dev/fuse" }
  if (process.getuid?.() !== 0) return { missing: "mounting needs root here" }
  const unmountable = fuse(build)
  if (unmountable) return { missing: unmountable }
  return findGoProgram({
    ...{ variable: "LITEFS_BIN", script: "scripts/litefs.mjs", build },
    module: "github.com/superfly/litefs",
    version: litefsVersion,
    command: "/cmd/litefs",
    tags: "osusergo,netgo",
    ldflags: `-s -w -X main.Version=${litefsVersion}`,
    path: join(import.meta.dirname, "..", ".cache", "litefs", litefsVersion, "litefs"),
  })
}

/** Why file systems of our own cannot be mounted, if so. */
function fuse(install) {
  const isThere = () => onPath("fusermount3") !== undefined
  if (isThere()) return undefined
  if (!install || !onPath("apt-get")) return "fusermount3 is not installed (Debian: fuse3)"
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" })
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "fuse3"], { stdio: "ignore" })
  return isThere() ? undefined : "fuse3 could not be installed with apt-get"
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = findLitefs()
  console.log(found.path ?? `LiteFS is missing: ${found.missing}`)
  process.exitCode = found.path ? 0 : 1
}

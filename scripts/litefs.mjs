// The pinned LiteFS: the binary named by LITEFS_BIN, or one built once into .cache/litefs and kept. Needs Linux with
// /dev/fuse, the right to mount, and fusermount3 (installed from Debian's fuse3 where we are root).
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const litefsVersion = "v0.5.14"
const module = "github.com/superfly/litefs"
const cache = join(import.meta.dirname, "..", ".cache", "litefs", litefsVersion)
const path = join(cache, "litefs")

/**
 * Where the binary is, or why there is none; `build: false` only looks.
 * @returns {{ path: string, missing?: undefined } | { path?: undefined, missing: string }}
 */
export function findLitefs({ build = true } = {}) {
  if (!existsSync("/dev/fuse")) return { missing: "this machine has no /dev/fuse" }
  if (process.getuid?.() !== 0) return { missing: "mounting needs root here" }
  const unmountable = fuse(build)
  if (unmountable) return { missing: unmountable }
  const named = process.env.LITEFS_BIN
  if (named)
    return existsSync(named) ? { path: resolve(named) } : { missing: `LITEFS_BIN names no file: ${named}` }
  if (existsSync(path)) return { path }
  if (!build) return { missing: "it has not been built yet (node scripts/litefs.mjs)" }
  const failed = buildLitefs()
  return failed ? { missing: failed } : { path }
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

/** Builds into a folder of its own, then moves: two builders at once do not disturb each other. */
function buildLitefs() {
  const go = onPath("go") ?? ["/usr/local/go/bin/go"].find(existsSync)
  if (!go) return "there is neither LITEFS_BIN nor Go to build it"
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "build-"))
  try {
    // A module of our own names the version: `go install …@version` would also ask for the list of all versions, which
    // some module mirrors do not give.
    writeFileSync(
      join(folder, "go.mod"),
      `module litefs-binary\n\ngo 1.21\n\nrequire ${module} ${litefsVersion}\n`,
    )
    const { status, stderr, error } = spawnSync(
      go,
      [
        "install",
        "-tags",
        "osusergo,netgo",
        "-ldflags",
        `-s -w -X main.Version=${litefsVersion}`,
        `${module}/cmd/litefs`,
      ],
      {
        cwd: folder,
        env: { ...process.env, CGO_ENABLED: "0", GOBIN: folder, GOFLAGS: "-mod=mod" },
        encoding: "utf8",
        stdio: ["ignore", "ignore", "pipe"],
      },
    )
    if (status !== 0)
      return `go install failed: ${(error?.message ?? stderr).trim().split("\n").slice(-3).join(" / ")}`
    chmodSync(join(folder, "litefs"), 0o755)
    renameSync(join(folder, "litefs"), path)
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function onPath(command) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = findLitefs()
  console.log(found.path ?? `LiteFS is missing: ${found.missing}`)
  process.exitCode = found.path ? 0 : 1
}

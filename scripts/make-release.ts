import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { buildWhenStale } from "./build-when-stale.mjs"
import { trimPackages } from "./trim-packages.mjs"

// A release is a file that needs no build and no registry where it runs: the build, the migrations, the files of deploy/ and the
// packages of production, for the platform it was made on.

type Locked = Record<string, { dev?: boolean; devOptional?: boolean }>

/** The parts of a release in a folder. */
export function makeRelease(release: string) {
  buildWhenStale()
  for (const part of [
    "build",
    "db/migrations",
    "app/assets/fonts",
    "deploy",
    "package.json",
    "LICENSE",
    ".env.example",
  ])
    cpSync(part, join(release, part), { recursive: true })
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Locked }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (!path || dev || devOptional || !existsSync(path)) continue
    mkdirSync(dirname(join(release, path)), { recursive: true })
    // What lies within it comes by its own line.
    cpSync(path, join(release, path), {
      recursive: true,
      dereference: true,
      filter: (source) => !source.slice(path.length).includes("/node_modules"),
    })
  }
  trimPackages(join(release, "node_modules"))
}

/** A release as one file in a folder, with its checksum beside it; answers the file's path. */
export function packRelease(into: string): string {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  const name = `tutti-${version}-${process.platform}-${process.arch}`
  const folder = mkdtempSync(join(tmpdir(), "tutti-release-"))
  try {
    makeRelease(join(folder, name))
    mkdirSync(into, { recursive: true })
    const file = join(into, `${name}.tar.gz`)
    // It belongs to root wherever it is unpacked, whoever made it.
    const words = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w", "-czf", file]
    const { status, stderr } = spawnSync("tar", [...words, "-C", folder, name], { encoding: "utf8" })
    if (status !== 0) throw new Error(`The release can't be packed: ${stderr}`)
    const sum = createHash("sha256").update(readFileSync(file)).digest("hex")
    writeFileSync(`${file}.sha256`, `${sum}  ${name}.tar.gz\n`)
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

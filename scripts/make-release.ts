import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { buildWhenStale } from "./build-when-stale.mjs"

/** A release as an upgrade of one machine has it: the build, the migrations, and no development package. */
export function makeRelease(release: string) {
  buildWhenStale()
  mkdirSync(join(release, "db"), { recursive: true })
  cpSync("build", join(release, "build"), { recursive: true })
  cpSync("package.json", join(release, "package.json"))
  cpSync("db/migrations", join(release, "db/migrations"), { recursive: true })
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || devOptional || !existsSync(path)) continue
    mkdirSync(dirname(join(release, path)), { recursive: true })
    symlinkSync(resolve(path), join(release, path))
  }
}

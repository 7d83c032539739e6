// Builds the app unless the build is newer than everything it is made of. The demo and all tests share the one build.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

const sources = ["app", "db", "public", "server.ts", "vite.config.ts", "package.json", "scripts/build.mjs"]
const results = ["build/server/index.js", "build/server.mjs", "build/finished"]

export function buildWhenStale() {
  if (results.every(existsSync) && newest(sources) < statSync("build/finished").mtimeMs) return
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs", "--quiet"], { stdio: "inherit" })
  if (status !== 0) throw new Error("The app could not be built.")
}

function newest(paths) {
  let latest = 0
  for (const path of paths) {
    const facts = statSync(path)
    latest = Math.max(
      latest,
      facts.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : facts.mtimeMs,
    )
  }
  return latest
}

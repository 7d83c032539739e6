import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

const built = "build/server/index.js"
const sources = ["app", "db", "server.ts", "vite.config.ts", "package.json"]

/** Builds the app unless the build is newer than every source; all tests share the one build. */
export default function setup() {
  if (existsSync(built) && newest(sources) < statSync(built).mtimeMs) return
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs", "--quiet"], { stdio: "inherit" })
  if (status !== 0) throw new Error("The app could not be built.")
}

function newest(paths: string[]): number {
  return Math.max(
    ...paths.map((path) => {
      const facts = statSync(path)
      return facts.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : facts.mtimeMs
    }),
    0,
  )
}

// Builds the app unless the build is newer than everything it is made of. The demo and all tests share the one build.
import { spawnSync } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { newest } from "./newest.mjs"

const sources = [
  "app",
  "db",
  "public",
  "server.ts",
  "vite.config.ts",
  "package.json",
  "scripts/build.mjs",
  ...["alert", "backup", "check-settings", "migrate", "restore", "staff"].map((name) => `scripts/${name}.ts`),
  "scripts/bundle-enhance.mjs",
  "scripts/packages-apart.mjs",
  "scripts/remix-future.mjs",
]
const results = ["build/server/index.js", "build/server.mjs", "build/finished"]

export const isBuildFresh = () =>
  results.every(existsSync) && newest(sources) < statSync("build/finished").mtimeMs

export function buildWhenStale() {
  if (isBuildFresh()) return
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs", "--quiet"], { stdio: "inherit" })
  if (status !== 0) throw new Error("The build failed. Its output is above.")
}

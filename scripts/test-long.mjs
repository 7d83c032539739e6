// The histories by chance at length: at least 500 of each, where `npm test` lives 20, and a month of 2,000 payments instead of 120. For the time before a release; a number lives
// as many of each: `npm run test:long -- 2000`.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { isTest, sourcesIn } from "./import-graph.mjs"

const files = ["app", "tests"]
  .flatMap(sourcesIn)
  .filter((path) => isTest(path) && /support\/histories\/(count|live)"/.test(readFileSync(path, "utf8")))
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
  env: { ...process.env, HISTORIES: process.argv[2] ?? "500" },
  stdio: "inherit",
})
process.exitCode = status ?? 1

// The histories by chance at length: at least 500 of each, where `npm test` lives 20, and a month of 2,000 payments instead of 120.
// The sweep of two people also adds the records that the demo has none of, and tries their forms. For the time before a release; a
// number lives as many of each: `npm run test:long -- 2000`. At last the journey whose network is cut, 240 times instead of 83.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { isTest, sourcesIn } from "./import-graph.mjs"

const files = ["app", "tests"]
  .flatMap(sourcesIn)
  .filter((path) => isTest(path) && !path.startsWith("tests/e2e/"))
  .filter((path) => /support\/histories\/(count|live)"/.test(readFileSync(path, "utf8")))
const env = { ...process.env, HISTORIES: process.argv[2] ?? "500" }
const run = (args) => spawnSync(process.execPath, args, { env, stdio: "inherit" }).status === 0
const ran = [
  run(["node_modules/vitest/vitest.mjs", "run", ...files]),
  run(["node_modules/@playwright/test/cli.js", "test", "tests/e2e/network-is-cut.test.ts"]),
]
process.exitCode = ran.every(Boolean) ? 0 : 1

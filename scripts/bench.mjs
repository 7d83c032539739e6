// The ratios behind docs/measurements.md, each against a reference measured in the same run. --json for programs, --big adds
// the database of a million students, --only=<words> takes the rows whose name holds them.
import { spawnSync } from "node:child_process"
import { buildWhenStale } from "./build-when-stale.mjs"

buildWhenStale()
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", "tests/bench/bench.ts", ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, NODE_ENV: "production", ENV_FILE: "" } },
)
process.exitCode = status ?? 1

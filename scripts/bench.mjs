// The ratios behind docs/measurements.md, each against a reference measured in the same run. --json for programs, --big adds
// the database of a million students, --only=<words> takes the rows whose name holds them. --screens instead says what each
// screen of the demo costs; with --large, each screen of a school of 5,000 students. --september replays a Monday of 10,000
// schools at rising rates (--schools=, --seconds= and --most= change how many, how long at each rate, and the last rate).
import { spawnSync } from "node:child_process"
import { buildWhenStale } from "./build-when-stale.mjs"

const asked = process.argv.slice(2)
const isOfScreens = asked.includes("--screens") || asked.includes("--large")
const bench = asked.includes("--september") ? "september" : isOfScreens ? "screens" : "bench"
buildWhenStale()
const { status } = spawnSync(process.execPath, ["--import", "tsx", `tests/bench/${bench}.ts`, ...asked], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production", ENV_FILE: "" },
})
process.exitCode = status ?? 1

// The ratios behind docs/measurements.md, each against a reference measured in the same run. --json for programs, --big adds
// the database of a million students, --only=<words> takes the rows whose name holds them. --screens instead says what each
// screen of the demo costs; with --large, each screen of a school of 5,000 students, and how long its long works hold up
// everyone else; with --works, only these. --worst says how long the worst that strangers send keeps the processor. With
// --written each screen is the first look after a write, without the long works, --only=<words> takes the addresses that hold
// them, --at=<address>,<address> asks these and looks for no others, and --of=<folder> asks another build. --hostile says how long
// one hostile live demo beside a school holds the event loop (--seconds=). --pages loads the
// first views on slow lines (--runs= says how often). --lists says what a list of 100 students costs and where its bytes are
// (--beside=<folder> takes turns with another build). --memory says what two processes hold (ROUNDS= of 10,000 requests).
// --september replays a Monday of 10,000 schools at rising rates (--schools=, --seconds= and --most= change how many, how long
// at each rate, and the last rate).
import { spawnSync } from "node:child_process"
import { buildWhenStale } from "./build-when-stale.mjs"

const asked = process.argv.slice(2)
buildWhenStale()

/** The files of tests/bench that were asked for, each a process of its own. */
function partsAsked() {
  const alone = ["hostile", "pages", "lists", "memory", "september", "works", "worst"].find((part) =>
    asked.includes(`--${part}`),
  )
  if (alone) return [alone]
  const isOfSome = asked.includes("--written") || asked.some((word) => word.startsWith("--at="))
  if (asked.includes("--large") && !isOfSome) return ["screens", "works"]
  return asked.includes("--screens") || asked.includes("--large") ? ["screens"] : ["bench"]
}

for (const part of partsAsked()) {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", `tests/bench/${part}.ts`, ...asked], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", ENV_FILE: "" },
  })
  process.exitCode ||= status ?? 1
}

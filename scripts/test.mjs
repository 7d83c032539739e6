// Every check, in one command. Two lanes share the two cores; the build and the seeded database are made once.
import { spawn } from "node:child_process"
import { constants, setPriority } from "node:os"
import { runDrills, skipText } from "./drills.mjs"
import { findOrInstallBrowser, installPackages, say } from "./setup.mjs"

installPackages()
const env = { ...process.env, CHROMIUM_PATH: findOrInstallBrowser(), CI: process.env.CI ?? "1" }
const { PRIORITY_NORMAL, PRIORITY_BELOW_NORMAL } = constants.priority

const results = []
const drillOutput = []
const started = Date.now()

/** Runs one check; its output is shown when it fails, and always with --verbose. */
function check(name, command, args, priority = PRIORITY_NORMAL) {
  const begun = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] })
    if (child.pid) setPriority(child.pid, priority)
    const output = []
    child.stdout.on("data", (bytes) => output.push(bytes))
    child.stderr.on("data", (bytes) => output.push(bytes))
    child.on("close", (status) => {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1)
      const passed = status === 0
      if (!passed || process.argv.includes("--verbose")) process.stdout.write(Buffer.concat(output))
      say(`${passed ? "ok  " : "FAIL"} ${name} (${seconds} s)`)
      results.push(passed)
      resolve(passed)
    })
  })
}

const bin = (name) => `node_modules/.bin/${name}`

/** One of `count` parts of a project's tests: it keeps one core busy. */
const part = (name, project, index, count, priority) => () =>
  check(
    count > 1 ? `${name}, ${index} of ${count}` : name,
    bin("vitest"),
    ["run", "--maxWorkers=1", `--shard=${index}/${count}`, `--project=${project}`],
    priority,
  )
const parts = (name, project, count) =>
  Array.from({ length: count }, (_, index) => part(name, project, index + 1, count, PRIORITY_BELOW_NORMAL))

const layers = ["app", "db", "sandbox", "server.ts", "--config", ".dependency-cruiser.cjs"]
const statics = [
  () => check("format and lint", bin("biome"), ["check", "--error-on-warnings", "."], PRIORITY_BELOW_NORMAL),
  () => check("types", bin("tsc"), ["--noEmit"], PRIORITY_BELOW_NORMAL),
  () => check("layers", bin("depcruise"), layers, PRIORITY_BELOW_NORMAL),
  () => check("nothing unused", bin("knip"), [], PRIORITY_BELOW_NORMAL),
]

// Journeys wait for half of their time and leave that to the other lane, which gives way to their browsers. Parts are small, so
// that both lanes end together. Files with a process each watch the clock: they run first, beside the build.
const built = check("build and demo", process.execPath, ["--import", "tsx", "scripts/prepare-tests.ts"])
const waiting = [
  part("unit, a process each", "unit-apart", 1, 1, PRIORITY_NORMAL),
  ...parts("unit, in one process", "unit", 4),
  ...statics,
  ...parts("routes", "routes", 20).map((run) => () => built.then(run)),
]
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await next()
}
const journeys = () => check("browser journeys", bin("playwright"), ["test"])

await Promise.all([lane(), built.then(journeys).then(lane)])

const drills = await runDrills({ say: (line) => say(line), env, output: (bytes) => drillOutput.push(bytes) })
if ("skipped" in drills) {
  const { isRequired, words: text } = skipText(drills.skipped)
  say(text)
  if (isRequired) results.push(false)
} else {
  if (drills.failed > 0) process.stdout.write(Buffer.concat(drillOutput))
  say(
    `${drills.failed === 0 ? "ok  " : "FAIL"} replication drills: ${drills.passed} passed, ${drills.failed} failed`,
  )
  results.push(drills.failed === 0)
}

const failed = results.filter((passed) => !passed).length
say(
  `${results.length - failed} of ${results.length} checks passed in ${((Date.now() - started) / 1000).toFixed(0)} s`,
)
process.exitCode = failed ? 1 : 0

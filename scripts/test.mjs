// Every check, in one command. Three lanes share the two cores; the build and the seeded database are made once.
import { mkdtempSync, rmSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { runDrills, skipText } from "./drills.mjs"
import { runCheck } from "./run-check.mjs"
import { findOrInstallBrowser, installPackages, say } from "./setup.mjs"
import { findStripeMock } from "./stripe-mock.mjs"

installPackages()
// Built the first time only, before the test that asks it begins.
const { missing: withoutStripeMock } = findStripeMock()
if (withoutStripeMock) say(`calls against Stripe’s own description skipped: ${withoutStripeMock}`)
/** Its path; undefined where none can be had, which fails the journeys. */
const browser = findOrInstallBrowser().catch((error) => say(error.message))
const env = { ...process.env, CI: process.env.CI ?? "1" }
const { PRIORITY_NORMAL, PRIORITY_BELOW_NORMAL } = constants.priority

const results = []
const started = Date.now()
const transformed = mkdtempSync(join(tmpdir(), "tutti-transformed-"))
process.once("exit", () => rmSync(transformed, { recursive: true, force: true }))
// What V8 has compiled for one process the next one reads: a server's start takes two thirds of its time. They are many.
env.NODE_COMPILE_CACHE ??= join(transformed, "compiled")

/** Runs one check and counts it. */
const check = async (name, command, args, priority = PRIORITY_NORMAL) => {
  const passed = await runCheck(name, command, args, { env, priority })
  results.push(passed)
  return passed
}

const bin = (name) => `node_modules/.bin/${name}`

/** Tests of a project, which keep one core busy. What one run has transformed the next ones read. */
const tests = (name, project, args, priority) => () =>
  check(
    name,
    bin("vitest"),
    [
      "run",
      "--maxWorkers=1",
      `--project=${project}`,
      "--experimental.fsModuleCache",
      `--experimental.fsModuleCachePath=${transformed}`,
      ...args,
    ],
    priority,
  )
const parts = (name, project, count, priority, args = []) =>
  Array.from({ length: count }, (_, index) =>
    tests(`${name}, ${index + 1} of ${count}`, project, [`--shard=${index + 1}/${count}`, ...args], priority),
  )

/**
 * Files of routes that take a minute are parts of their own and come first: what is last is short. The first one looks at all
 * screens of the demo, which the others then need not (tests/support/walked-demo.ts), while the second does something else.
 */
const longParts = [
  ["sweeps/hostile-forms", "sweeps/access"],
  ["edge/crash-paypal"],
  ["sweeps/tenancy", "sweeps/stopped-acts"],
  ["sweeps/edit-forms"],
].map((names) => names.map((name) => `tests/routes/${name}.test.ts`))

const statics = [
  () => check("format and lint", bin("biome"), ["check", "--error-on-warnings", "."], PRIORITY_BELOW_NORMAL),
  () =>
    check(
      "types",
      process.execPath,
      // Each of several checkers looks at what they share by itself, and the cores are busy with other lanes.
      ["node_modules/typescript-native/bin/tsc", "--noEmit", "--checkers", "1"],
      PRIORITY_BELOW_NORMAL,
    ),
  () => check("layers", process.execPath, ["scripts/layers.mjs"], PRIORITY_BELOW_NORMAL),
  () => check("nothing unused", bin("knip"), [], PRIORITY_BELOW_NORMAL),
]

// Journeys wait for half of their time and drills for two thirds. They leave that to two lanes that give way to them. Parts
// are small, so that all lanes end together. What only reads sources comes first, then the unit tests, beside the build.
const built = check("build and demo", process.execPath, ["--import", "tsx", "scripts/prepare-tests.ts"])
const waiting = [
  ...statics,
  ...[
    tests("unit, a process each", "unit-apart", [], PRIORITY_NORMAL),
    ...parts("unit, in one process", "unit", 4, PRIORITY_BELOW_NORMAL),
  ],
  ...[
    ...longParts.map((files) =>
      tests(`routes, ${files.join(" and ")}`, "routes", files, PRIORITY_BELOW_NORMAL),
    ),
    ...parts(
      "routes, in one process",
      "routes",
      4,
      PRIORITY_BELOW_NORMAL,
      longParts.flat().map((file) => `--exclude=${file}`),
    ),
  ].map((run) => () => built.then(run)),
]
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await next()
}
async function journeys() {
  env.CHROMIUM_PATH = await browser
  if (!env.CHROMIUM_PATH) return void results.push(false)
  await check("browser journeys", bin("playwright"), ["test"])
}

async function drills() {
  const begun = Date.now()
  const output = []
  const done = await runDrills({ say: (line) => say(line), env, output: (bytes) => output.push(bytes) })
  if ("skipped" in done) {
    const { isRequired, words: text } = skipText(done.skipped)
    say(text)
    if (isRequired) results.push(false)
    return
  }
  if (done.failed > 0) process.stdout.write(Buffer.concat(output))
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  const counts = `${done.passed} passed, ${done.failed} failed`
  say(`${done.failed === 0 ? "ok  " : "FAIL"} replication drills: ${counts} (${seconds} s)`)
  results.push(done.failed === 0)
}

await Promise.all([lane(), built.then(lane), built.then(journeys).then(drills)])

const failed = results.filter((passed) => !passed).length
say(
  `${results.length - failed} of ${results.length} checks passed in ${((Date.now() - started) / 1000).toFixed(0)} s`,
)
process.exitCode = failed ? 1 : 0

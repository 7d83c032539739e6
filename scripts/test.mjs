// Every check, in one command. Two lanes share the two cores; the build and the seeded database are made once.
import { spawn } from "node:child_process"
import { runDrills, skipText } from "./drills.mjs"
import { findOrInstallBrowser, installPackages, say } from "./setup.mjs"

installPackages()
const env = { ...process.env, CHROMIUM_PATH: findOrInstallBrowser(), CI: process.env.CI ?? "1" }

const results = []
const drillOutput = []
const started = Date.now()

/** Runs one check; its output is shown when it fails, and always with --verbose. */
function check(name, command, args) {
  const begun = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] })
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
const statics = async () => {
  await check("format and lint", bin("biome"), ["check", "--error-on-warnings", "."])
  await check("types", bin("tsc"), ["--noEmit"])
  await check("layers", bin("depcruise"), [
    "app",
    "db",
    "sandbox",
    "server.ts",
    "--config",
    ".dependency-cruiser.cjs",
  ])
  await check("nothing unused", bin("knip"), [])
  await check("build and demo", process.execPath, ["--import", "tsx", "scripts/prepare-tests.ts"])
}
const behaviour = async () => {
  await check("unit", bin("vitest"), ["run", "--project", "unit", "--project", "unit-apart"])
}

await Promise.all([statics(), behaviour()])
await check("routes", bin("vitest"), ["run", "--project", "routes"])
await check("browser journeys", bin("playwright"), ["test"])

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

// The drills with real LiteFS alone: one line each, then how many passed. `npm test` runs them too, where they can run.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { findLitefs } from "./litefs.mjs"

/**
 * Runs the drills and hands each line on as it comes.
 * @param {{ say: (line: string) => void, only?: string[], output?: (bytes: Buffer) => void, env?: NodeJS.ProcessEnv }} given
 * @returns {Promise<{ passed: number, failed: number } | { skipped: string }>}
 */
export async function runDrills({ say, only = [], output = () => undefined, env = process.env }) {
  const { missing } = findLitefs()
  if (missing) return { skipped: missing }
  const folder = mkdtempSync(join(tmpdir(), "tutti-drills-"))
  const [lines, report] = [join(folder, "lines"), join(folder, "report.json")]
  let lastLine = 0
  const hear = () => {
    const all = existsSync(lines) ? readFileSync(lines, "utf8").split("\n").slice(0, -1) : []
    for (const line of all.slice(lastLine)) say(line)
    lastLine = all.length
  }
  const hearing = setInterval(hear, 300)
  const child = spawn(
    "node_modules/.bin/vitest",
    [
      "run",
      "--project",
      "replication",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...only,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...env, DRILL_LINES: lines } },
  )
  child.stdout.on("data", output)
  child.stderr.on("data", output)
  await new Promise((resolve) => child.once("close", resolve))
  clearInterval(hearing)
  hear()
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined
  rmSync(folder, { recursive: true, force: true })
  if (!result) return { passed: 0, failed: 1 }
  const failed = result.numFailedTests + (result.numFailedTests === 0 && !result.success ? 1 : 0)
  return { passed: result.numPassedTests, failed }
}

/** What it means that the drills cannot run here: a failure where they are required. */
export function skipText(reason) {
  const isRequired = process.env.REQUIRE_LITEFS === "1"
  return {
    isRequired,
    words: `replication drills skipped: ${reason}${isRequired ? ", and REQUIRE_LITEFS=1 asks for them" : ""}`,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const lines = []
  const result = await runDrills({
    say: (line) => console.log(line),
    only: process.argv.slice(2),
    output: (bytes) => lines.push(bytes),
  })
  if ("skipped" in result) {
    const { isRequired, words: text } = skipText(result.skipped)
    console.log(text)
    process.exitCode = isRequired ? 1 : 0
  } else {
    if (result.failed > 0) process.stderr.write(Buffer.concat(lines))
    console.log(`${result.passed} passed, ${result.failed} failed`)
    process.exitCode = result.failed > 0 ? 1 : 0
  }
}

// One check of `npm test` or `npm run check`: what it wrote is shown when it fails, and always with --verbose.
import { spawn } from "node:child_process"
import { constants, setPriority } from "node:os"
import { say } from "./setup.mjs"

/**
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, priority?: number }} options
 * @returns {Promise<boolean>} whether it passed
 */
export function runCheck(name, command, args, { env = process.env, priority } = {}) {
  const begun = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] })
    if (child.pid) setPriority(child.pid, priority ?? constants.priority.PRIORITY_NORMAL)
    const output = []
    child.stdout.on("data", (bytes) => output.push(bytes))
    child.stderr.on("data", (bytes) => output.push(bytes))
    child.on("close", (status) => {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1)
      const passed = status === 0
      if (!passed || process.argv.includes("--verbose")) process.stdout.write(Buffer.concat(output))
      say(`${passed ? "ok  " : "FAIL"} ${name} (${seconds} s)`)
      resolve(passed)
    })
  })
}

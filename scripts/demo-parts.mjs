// What the two demos share: settings, waiting, and the text they print when they are up.
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

const defaults = { port: "3000", sandboxPort: "3001", logLevel: "warn" }

/** The settings of a demo: those of the environment, otherwise defaults that need nothing. */
export function demoEnvironment(defaultPath, { port: defaultPort, sandboxPort, logLevel } = defaults) {
  const port = process.env.PORT || defaultPort
  const databasePath = process.env.DATABASE_PATH || defaultPath
  return {
    ...process.env,
    PORT: port,
    SANDBOX_PORT: process.env.SANDBOX_PORT || sandboxPort,
    DATABASE_PATH: databasePath,
    SANDBOX_DATABASE_PATH:
      process.env.SANDBOX_DATABASE_PATH || databasePath.replace(/(\.db)?$/, "-sandbox.db"),
    APP_URL: process.env.APP_URL || `http://localhost:${port}`,
    SESSION_SECRET: process.env.SESSION_SECRET || demoSecret(databasePath),
    DEMO: "true",
    LOG_LEVEL: process.env.LOG_LEVEL || logLevel,
  }
}

/** Whether an address answers well in time; says so when not. */
export async function answers(address, isStopping, seconds = 60) {
  const deadline = Date.now() + seconds * 1000
  while (!isStopping() && Date.now() < deadline) {
    const up = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (up) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (!isStopping()) console.error(`${address} didn't answer within ${seconds} seconds.`)
  return false
}

/** One secret per demo database, so that its logins survive a restart. */
function demoSecret(databasePath) {
  const path = databasePath.replace(/(\.db)?$/, "-secret")
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600 })
  return readFileSync(path, "utf8")
}

const accounts = [
  ["super@tutti.example", "super admin"],
  ["support@tutti.example", "staff with one role, also money@ and operations@"],
  ["admin@harmony.example", "administrator, Harmony School of Music"],
  ["teacher@harmony.example", "teacher there"],
  ["books@harmony.example", "bookkeeper there, with rights for money; also books@crescendo.example"],
  ["guardian@harmony.example", "guardian of two students there"],
  ["milo", "one of those students"],
  ["solo@brightkeys.example", "solo teacher, Bright Keys Studio"],
  ["admin@crescendo.example", "administrator, Crescendo Academy"],
  ["pending@newschool.example", "registered, not yet paid"],
  ["expired@oldschool.example", "subscription expired"],
]

/**
 * The addresses and the demo accounts; `more` are further lines before the last.
 * @param {Record<string, string | undefined>} env
 * @param {string[]} more
 */
export function welcome(env, more = []) {
  const { APP_URL, SANDBOX_PORT } = env
  return [
    "",
    `  Tutti             ${APP_URL}`,
    `  Mailbox           http://localhost:${SANDBOX_PORT}/mailbox`,
    `  PayPal (sandbox)  http://localhost:${SANDBOX_PORT}/paypal/ledger`,
    "",
    "  Log in with the password tutti-demo-2026 as",
    ...accounts.map(([name, who]) => `    ${name.padEnd(28)}${who}`),
    "",
    ...more,
    "  Press Ctrl+C to stop. Nothing is lost, and you can start again anytime.",
    "",
  ].join("\n")
}

// What the two demonstrations share: settings, waiting, and what they say when they are up.
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

const defaults = { port: "3000", sandboxPort: "3001", logLevel: "warn" }

/** The settings of a demonstration: those of the environment, else one that needs nothing. */
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
  if (!isStopping()) console.error(`${address} did not answer within ${seconds} seconds.`)
  return false
}

/** One secret per demo database, so that its sign-ins survive a restart. */
function demoSecret(databasePath) {
  const path = databasePath.replace(/(\.db)?$/, "-secret")
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600 })
  return readFileSync(path, "utf8")
}

const accounts = [
  ["super@tutti.example", "super admin"],
  ["admin@harmony.example", "administrator, Harmony School of Music"],
  ["teacher@harmony.example", "teacher there"],
  ["guardian@harmony.example", "guardian of two students there"],
  ["milo", "one of those students"],
  ["solo@brightkeys.example", "solo teacher, Bright Keys Studio"],
  ["admin@crescendo.example", "administrator, Crescendo Academy"],
  ["pending@newschool.example", "registered, not yet paid"],
  ["expired@oldschool.example", "subscription expired"],
]

/**
 * Where everything is and who may sign in; `more` are further lines before the last.
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
    "  Sign in with the password tutti-demo-2026 as",
    ...accounts.map(([name, who]) => `    ${name.padEnd(28)}${who}`),
    "",
    ...more,
    "  Ctrl+C stops. Nothing is lost; start it again any time.",
    "",
  ].join("\n")
}

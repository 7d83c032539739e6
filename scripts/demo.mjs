// The whole product on this machine: installs what is missing, builds, migrates, seeds two schools, starts the stand-ins
// for PayPal and the mail service and the app. A second run keeps everything and starts at once.
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { buildWhenStale } from "./build-when-stale.mjs"
import { installPackages, run, say } from "./setup.mjs"

installPackages()

const port = process.env.PORT || "3000"
const sandboxPort = process.env.SANDBOX_PORT || "3001"
const databasePath = process.env.DATABASE_PATH || "data/tutti.db"
const appUrl = process.env.APP_URL || `http://localhost:${port}`
const env = {
  ...process.env,
  PORT: port,
  SANDBOX_PORT: sandboxPort,
  DATABASE_PATH: databasePath,
  SANDBOX_DATABASE_PATH: process.env.SANDBOX_DATABASE_PATH || databasePath.replace(/(\.db)?$/, "-sandbox.db"),
  APP_URL: appUrl,
  SESSION_SECRET: process.env.SESSION_SECRET || demoSecret(),
  DEMO: "true",
  LOG_LEVEL: process.env.LOG_LEVEL || "warn",
}

say("Building")
buildWhenStale()
say("Migrating and seeding")
run(process.execPath, ["--import", "tsx", "scripts/seed.ts"], { env })

const children = [
  spawn(process.execPath, ["--import", "tsx", "sandbox/start.ts"], { env, stdio: "inherit" }),
  spawn(process.execPath, ["--max-old-space-size=384", "build/server.mjs"], {
    env: { ...env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  }),
]
let stopping = false
const stop = (code) => {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill("SIGTERM")
}
for (const child of children) child.on("exit", (code) => stop(code ?? 0))
process.on("SIGINT", () => stop(0))
process.on("SIGTERM", () => stop(0))

await ready(`${appUrl}/health`)
await ready(`http://localhost:${sandboxPort}/health`)
if (!stopping) console.log(welcome())

async function ready(address) {
  const deadline = Date.now() + 60_000
  while (!stopping && Date.now() < deadline) {
    const up = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (!stopping) {
    console.error(`${address} did not answer within a minute.`)
    stop(1)
  }
}

/** One secret per demo database, so that its sign-ins survive a restart. */
function demoSecret() {
  const path = databasePath.replace(/(\.db)?$/, "-secret")
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600 })
  return readFileSync(path, "utf8")
}

function welcome() {
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
  return [
    "",
    `  Tutti             ${appUrl}`,
    `  Mailbox           http://localhost:${sandboxPort}/mailbox`,
    `  PayPal (sandbox)  http://localhost:${sandboxPort}/paypal/ledger`,
    "",
    "  Sign in with the password tutti-demo-2026 as",
    ...accounts.map(([name, who]) => `    ${name.padEnd(28)}${who}`),
    "",
    "  Ctrl+C stops. Nothing is lost; start it again any time.",
    "",
  ].join("\n")
}

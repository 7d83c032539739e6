// What the two demos share: settings, waiting, and the text they print when they are up.
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { dirname } from "node:path"
import { end, runInBackground, say } from "./setup.mjs"

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
    // On one's own computer a fairly full disk is no reason to take no files.
    UPLOAD_DISK_FREE_PERCENT: process.env.UPLOAD_DISK_FREE_PERCENT || "0",
    LOG_LEVEL: process.env.LOG_LEVEL || logLevel,
  }
}

/**
 * The settings with ports that are free, before anything is installed or made. Where one is taken, the next free one is used
 * and said, unless APP_URL says that the app is elsewhere.
 * @param {ReturnType<typeof demoEnvironment>} env
 * @param {string} command as npm knows it
 */
export async function onFreePorts(env, command) {
  for (const name of ["PORT", "SANDBOX_PORT"])
    if (!/^[1-9]\d{0,4}$/.test(env[name])) end(`${name} is ${env[name]}. Give it a number from 1 to 65535.`)
  const port = await nextFree(Number(env.PORT), Number(env.SANDBOX_PORT))
  const sandboxPort = await nextFree(Number(env.SANDBOX_PORT), port)
  const choice = `PORT=${port} SANDBOX_PORT=${sandboxPort} npm run ${command}`
  const isElsewhere = env.APP_URL !== `http://localhost:${env.PORT}`
  if (port !== Number(env.PORT)) {
    const taken = `Port ${env.PORT} is in use`
    if (isElsewhere) end(`${taken}, and APP_URL is ${env.APP_URL}. Change both: APP_URL=… ${choice}`)
    say(`${taken}, so the app takes ${port}. To choose: ${choice}`)
  }
  if (sandboxPort !== Number(env.SANDBOX_PORT))
    say(`Port ${env.SANDBOX_PORT} is in use, so the sandbox takes ${sandboxPort}. To choose: ${choice}`)
  return {
    ...env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    APP_URL: isElsewhere ? env.APP_URL : `http://localhost:${port}`,
  }
}

async function nextFree(first, other) {
  for (let port = first; port < 65_536; port += 1) if (port !== other && (await isFree(port))) return port
  return first
}

/** Everywhere on this machine: another app may have the port on one of its addresses alone. */
async function isFree(port) {
  for (const host of ["::", "0.0.0.0", "127.0.0.1", "::1"]) {
    const code = await new Promise((resolve) => {
      const probe = createServer()
      probe.once("error", (error) => resolve(error.code))
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
    })
    if (code === "EADDRINUSE" || code === "EACCES") return false
  }
  return true
}

/**
 * Starts the app and its sandbox and says where they are. Both end when one of them does, or when this process is told to.
 * @param {ReturnType<typeof demoEnvironment>} env
 * @param {{ args: string[], options: import("node:child_process").SpawnOptions, hasDemo?: boolean, seconds?: number }} app
 */
export async function startBoth(env, { args, options, hasDemo = true, seconds = 60 }) {
  const children = []
  let stopping = false
  const stop = (code) => {
    if (stopping) return
    stopping = true
    process.exitCode = code
    for (const child of children) child.kill("SIGTERM")
  }
  process.on("SIGINT", () => stop(0))
  process.on("SIGTERM", () => stop(0))
  const start = (args, options) => {
    const child = spawn(process.execPath, args, options)
    child.on("exit", (code) => stop(code ?? 0))
    children.push(child)
  }
  start(args, options)
  // What the sandbox's provider of plans is to know of the demo's schools, before it starts.
  const told = ["--import", "tsx", "scripts/demo-subscriptions.ts"]
  const failure =
    hasDemo && (await runInBackground(process.execPath, told, { step: "Preparing the sandbox", env }))
  if (failure) console.error(failure)
  if (failure || stopping) return stop(1)
  start(["--import", "tsx", "sandbox/start.ts"], { env, stdio: "inherit" })
  // Another program on a port may answer anything.
  const isUp =
    (await answers(
      `${env.APP_URL}/health`,
      ({ status, role }) => status && role,
      () => stopping,
      seconds,
    )) &&
    (await answers(
      `http://localhost:${env.SANDBOX_PORT}/health`,
      ({ sandbox }) => sandbox,
      () => stopping,
      60,
    ))
  if (isUp) console.log(welcome(env))
  else stop(1)
}

async function answers(address, isOurs, isStopping, seconds) {
  const deadline = Date.now() + seconds * 1000
  while (!isStopping() && Date.now() < deadline) {
    const up = await fetch(address)
      .then(async (answer) => answer.ok && isOurs(await answer.json()))
      .catch(() => false)
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

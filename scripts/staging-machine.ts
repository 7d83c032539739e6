import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomBytes, randomUUID } from "node:crypto"
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"

// The machine of the staging rehearsal: its folders and settings, the app on it, its commands, and its operator's webhook.

export const home = mkdtempSync(join(tmpdir(), "tutti-staging-"))
export const [release, data, backups] = [join(home, "release"), join(home, "data"), join(home, "backups")]
export const database = join(data, "tutti.db")
/** As the service does: the app runs as a user of its own (here Debian's `nobody`), the release belongs to root. */
export const own = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
export function giveToApp(path: string) {
  if (!own) return
  chownSync(path, own.uid, own.gid)
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveToApp(join(path, name))
}
export const begun = performance.now()
let stepBegan = begun
export const done = (what: string) => {
  const now = performance.now()
  console.log(`${((now - stepBegan) / 1000).toFixed(1).padStart(7)} s  ${what}`)
  stepBegan = now
}
export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Not so: ${what}`)
}

/** The webhook of an operator: what it was told. */
export const alerts: string[] = []
export const operator = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on("data", (part: Buffer) => parts.push(part))
  request.on("end", () => {
    // The heartbeat.
    if (request.method === "GET") return void response.end()
    alerts.push(JSON.parse(Buffer.concat(parts).toString()).text)
    response.end()
  })
})
await new Promise<void>((listening) => operator.listen(0, "127.0.0.1", listening))
const webhook = `http://127.0.0.1:${(operator.address() as AddressInfo).port}/`
export const port = process.env.PORT || "4960"

/** Settings as docs/operations.md has them. */
export const settings = (more: Record<string, string> = {}) =>
  Object.entries({
    NODE_ENV: "production",
    APP_URL: "https://staging.tutti-school.org",
    PORT: port,
    TRUSTED_PROXIES: "1",
    DATABASE_PATH: database,
    SESSION_SECRET: randomBytes(36).toString("base64"),
    SEAL_KEYS: randomBytes(36).toString("base64"),
    PAYPAL_MODE: "sandbox",
    PAYPAL_CLIENT_ID: "staging",
    PAYPAL_CLIENT_SECRET: "staging",
    PAYPAL_WEBHOOK_ID: "staging",
    RESEND_API_KEY: "re_staging",
    MAIL_FROM: '"Tutti <hello@tutti-school.org>"',
    CONTACT_EMAIL: "hello@tutti-school.org",
    BACKUP_TO: backups,
    ALERT_WEBHOOK_URL: webhook,
    HEARTBEAT_URL: webhook,
    ...more,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join("")

const environment = (): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  PATH: process.env.PATH,
  HOME: home,
  ENV_FILE: join(home, "env"),
})

/** Not synchronously: this process is the operator's webhook as well. */
export function run(command: string, ...words: string[]): Promise<{ status: number; said: string }> {
  const options = { cwd: release, env: environment(), ...own }
  return new Promise((ended) =>
    execFile(process.execPath, [`build/${command}.mjs`, ...words], options, (error, out, err) =>
      ended({ status: error ? Number(error.code ?? 1) : 0, said: `${out}${err}` }),
    ),
  )
}

/** A command that must succeed; answers what it says. */
export async function succeed(command: string, ...words: string[]): Promise<string> {
  const { status, said } = await run(command, ...words)
  expectThat(status === 0, `${command} ${words.join(" ")} ends with 0:\n${said}`)
  return said
}

export type App = { child: ChildProcess; ended: Promise<number | null> }
export const log = join(home, "tutti.log")
export const running = new Set<ChildProcess>()
export function start(): App {
  const output = openSync(log, "a")
  const child = spawn(process.execPath, ["build/server.mjs"], {
    cwd: release,
    env: environment(),
    stdio: ["ignore", output, output],
    ...own,
  })
  running.add(child)
  child.once("exit", () => running.delete(child))
  return { child, ended: new Promise((ended) => child.once("exit", ended)) }
}
export const health = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
  return answer && { code: answer.status, text: await answer.text() }
}
export async function until(what: string, seconds: number, isSo: () => boolean | Promise<boolean>) {
  const end = performance.now() + seconds * 1000
  while (!(await isSo())) {
    expectThat(performance.now() < end, `${what}, within ${seconds} s`)
    await pause(200)
  }
}
export const isHealthy = async () => (await health())?.code === 200

/** Something to lose: a file that the first staff account uploaded to the database in this folder. */
export function uploadFile(folder: string): string {
  const id = randomUUID()
  const path = join(folder, "tutti.files", id.slice(0, 2), id)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, "sheet music")
  const live = new Database(join(folder, "tutti.db"))
  live
    .prepare(
      `insert into files (id, user_id, purpose, content_type, byte_size, created_at)
       select ?, id, 'resource', 'text/plain', 11, ? from users limit 1`,
    )
    .run(id, Date.now())
  live.close()
  return path
}

/** The disk of its own, on which this folder lies, fills. */
export async function findTrouble(folder: string) {
  const fill = join(folder, "fill")
  const before = alerts.length
  for (let size = 1 << 20; size >= 512; size >>= 1)
    try {
      for (;;) writeFileSync(fill, Buffer.alloc(size), { flag: "a" })
    } catch {
      // Smaller pieces still fit.
    }
  await until("the health address says that the disk is full", 60, async () => (await health())?.code === 503)
  done("disk filled: the health address said so")
  await until("an alert arrives", 200, () => alerts.slice(before).some((text) => /disk/.test(text)))
  done(`alert arrived: ${alerts.at(-1)?.split("\n")[0]}`)
  rmSync(fill)
  await until("it is healthy again", 60, isHealthy)
  done("room made: healthy again by itself")
}

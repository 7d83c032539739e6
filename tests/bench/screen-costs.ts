import { createHash } from "node:crypto"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import Database from "better-sqlite3"
import { seedWhenStale } from "../../scripts/seed-when-stale.mjs"
import { testNow } from "../support/clock"
import { isScreen, patterns, rowOf } from "../support/pages"
import { type Answer, type RunningServer, startServer } from "../support/server"
import { askHeld, probeSettings } from "./held"
import { buildLargeSchool, largeAddresses, peopleOf } from "./large-school"
import { median } from "./load"
import { processorTime, threadTime } from "./processes"

// What each screen costs (docs/measurements.md): every GET address of the route table, as each role, one request at a time.
// Statements, rows and bytes are exact; the processor's time is the server's own, so other work moves it little. In the demo the
// screens are asked in turns, in rounds: asked once in a row, a screen at the beginning pays for compiling what they all share,
// and what happens to the machine in one second falls on one screen. A round's price is the mean of its requests, so
// that the garbage they leave is in it, and a screen's price the middle one of its rounds. A full collection comes once in some
// hundred requests and is in few rounds: the mean of all requests (`askedProcessor`) has them all.

export type Cost = {
  role: string
  address: string
  path: string
  /** Milliseconds of processor time of the whole server for a request, the median of some rounds. */
  processor: number
  /** The same of the thread that answers everyone. */
  answering: number
  /** The longest that this thread was held in one go, ms; the median. 0 in the demo. */
  held: number
  statements: number
  /** Rows that SQLite handed over. */
  rows: number
  html: number
  brotli: number
  /** Bytes of what the loaders hand to the scripts, alone. */
  data: number
}

const people = {
  administrator: "admin@harmony.example",
  teacher: "teacher@harmony.example",
  guardian: "guardian@harmony.example",
  "solo teacher": "solo@brightkeys.example",
  "platform staff": "super@tutti.example",
}

const views = [
  "/schedule?view=month",
  "/schedule?view=week",
  "/attendance?view=missing",
  "/attendance?view=credits",
  "/students?page=2",
  "/students?q=an",
  "/billing?status=overdue",
  "/search?q=an",
  "/analytics?months=24",
  "/analytics/teaching?months=24",
  "/analytics/money?months=24",
  "/analytics/money?months=24&teacher=teacher-1",
  "/analytics/ahead?months=24",
]

/** What each screen costs, and the mean of all requests that were measured, ms. */
export type Measured = { costs: Cost[]; askedProcessor: number }

/**
 * `only` takes the addresses that hold it; with `at` these are asked and no others are looked for. `isWritten`: each request is
 * the first one after a write by another process. `of` is the folder of another build.
 */
export type Asked = { large: boolean; isWritten: boolean; only?: string; at?: string[]; of?: string }

/** How often a screen is asked before it is measured, how many rounds are, and how many requests each has. */
type Rounds = { warm: number; rounds: number; each: number }
const inTurns: Rounds = { warm: 5, rounds: 7, each: 4 }
const inARow: Rounds = { warm: 3, rounds: 15, each: 1 }
const ofLarge: Rounds = { warm: 3, rounds: 5, each: 1 }

/**
 * Asks every screen as every role, in a copy of the demo or of the large school. The screens of the demo are asked in turns; a
 * large one, or one after a write, all its times in a row, as each of its requests follows the same.
 */
export async function measureScreens({ large, isWritten, only = "", at, of }: Asked): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "tutti-screens-"))
  const path = join(folder, "app.db")
  copyFileSync(large ? buildLargeSchool() : seedWhenStale(testNow), path)
  const tokens = logIn(path, large ? peopleOf(path) : people)
  const settings = { DATABASE_PATH: path, LOG_LEVEL: "error", RESEND_BASE_URL: "http://localhost:9/resend" }
  const probes = probeSettings(folder, "count-statements.mjs")
  const server = await startServer({ ...settings, ...probes }, undefined, of)
  const other = new Database(path)
  // Each school's own rows, as what is kept of a school ends with a write of its own.
  const write = other.prepare("update outcomes set created_at = created_at + 1")
  const before = () => {
    if (isWritten) write.run()
  }
  const screens: Screen[] = []
  try {
    for (const [role, token] of Object.entries(tokens)) {
      const cookie = await withStyles(server, token)
      for (const address of at ?? (await addressesOf(server, cookie, large)))
        if (address.includes(only) && (!at || (await get(server, address, cookie)).status === 200))
          screens.push({ role, address, cookie, processor: [], answering: [], held: [] })
    }
    const asked = { before, probed: large ? folder : undefined }
    const areInTurns = !large && !isWritten
    if (areInTurns) await askInRounds(server, screens, inTurns, asked)
    else for (const screen of screens) await askInRounds(server, [screen], large ? ofLarge : inARow, asked)
    const costs: Cost[] = []
    for (const screen of screens) costs.push(await costOf(server, screen, asked))
    return { costs, askedProcessor: mean(screens.flatMap(({ processor }) => processor)) }
  } finally {
    other.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A login of each person, by role, written as the app writes them; the cookie's value. */
export function logIn(path: string, names: Record<string, string>): Record<string, string> {
  const database = new Database(path)
  const day = 86_400_000
  const tokens = Object.entries(names).map(([role, email]): [string, string] => {
    const token = role.replace(/\W/g, "").padEnd(43, "x")
    const user = database.prepare("select id from users where email = ?").get(email) as { id: string }
    const member = database
      .prepare("select id, school_id as school from members where user_id = ? limit 1")
      .get(user.id) as { id: string; school: string } | undefined
    database
      .prepare(
        `insert into sign_ins (id, token_hash, user_id, school_id, member_id, remembered, created_at, expires_at)
         values (?, ?, ?, ?, ?, 1, ?, ?)`,
      )
      .run(
        `bench-${role}`,
        createHash("sha256").update(token).digest("base64url"),
        user.id,
        member?.school ?? null,
        member?.id ?? null,
        testNow,
        testNow + 30 * day,
      )
    return [role, `tutti=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}`]
  })
  database.close()
  return Object.fromEntries(tokens)
}

/** The cookies of a browser that has been here: it has the file of styles, which only its first page brings along. */
export async function withStyles(server: RunningServer, cookie: string): Promise<string> {
  const { headers } = await server.ask("/settings/profile", { headers: { Cookie: cookie } })
  const styles = /styles=[^;]*/.exec(String(headers["set-cookie"]))?.[0]
  return styles ? `${cookie}; ${styles}` : cookie
}

const get = (server: RunningServer, address: string, cookie: string): Promise<Answer> =>
  server.ask(address, {
    headers: { Cookie: cookie, "Accept-Encoding": "identity" },
  })

/** One address of every path that the person may open, found by following links, and some views of the larger ones. */
async function addressesOf(server: RunningServer, cookie: string, large: boolean): Promise<string[]> {
  const joins = (row: { path: string; file: string }) => isScreen(row) && !/logout/.test(row.path)
  const plain = patterns.filter((row) => joins(row) && !row.path.includes(":")).map(({ path }) => path)
  const queue = [...plain, ...(large ? largeAddresses : []), ...views]
  const found = new Map<string, string>()
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const kind = views.includes(address) ? address : rowOf(address).path
    if (found.has(kind)) continue
    const { status, headers, text } = await get(server, address, cookie)
    if (status !== 200 || !headers["content-type"]?.includes("html")) continue
    found.set(kind, address)
    for (const [, href = ""] of text.matchAll(/<a\b[^>]*href="(\/[^"#?]*)/g))
      if (joins(rowOf(href)) && !found.has(rowOf(href).path)) queue.push(href)
  }
  return [...found.values()]
}

type Screen = {
  role: string
  address: string
  cookie: string
  /** One of each round. */
  processor: number[]
  answering: number[]
  held: number[]
}

type Asking = {
  before: () => void
  /** Where the event loop's probe answers; asking it takes longer than a screen of the demo. */
  probed: string | undefined
}

async function askInRounds(
  server: RunningServer,
  screens: readonly Screen[],
  { warm, rounds, each }: Rounds,
  asking: Asking,
) {
  for (const { address, cookie } of screens)
    for (let time = 0; time < warm; time += 1) await get(server, address, cookie)
  for (let round = 0; round < rounds; round += 1)
    for (const screen of screens) await askRound(server, screen, each, asking)
}

async function askRound(server: RunningServer, screen: Screen, each: number, { before, probed }: Asking) {
  const { address, cookie } = screen
  let [processor, answering] = [0, 0]
  for (let time = 0; time < each; time += 1) {
    before()
    if (probed) await askHeld(server, probed)
    const [allBefore, answeringBefore] = [processorTime(server.pid), threadTime(server.pid)]
    await get(server, address, cookie)
    answering += (threadTime(server.pid) - answeringBefore) / 1e6
    processor += (processorTime(server.pid) - allBefore) / 1e6
    if (probed) screen.held.push((await askHeld(server, probed)).max)
  }
  screen.processor.push(processor / each)
  screen.answering.push(answering / each)
}

async function costOf(server: RunningServer, screen: Screen, { before, probed }: Asking): Promise<Cost> {
  const { role, address, cookie } = screen
  before()
  const answer = await get(server, address, cookie)
  const [statements = 0, rows = 0] = String(answer.headers["x-statements"]).split(" ").map(Number)
  const [path, query] = address.split("?")
  const data = await get(server, `${path}.data${query ? `?${query}` : ""}`, cookie)
  return {
    role,
    address,
    path: rowOf(address).path,
    processor: median(screen.processor),
    answering: median(screen.answering),
    held: probed ? median(screen.held) : 0,
    statements,
    rows,
    html: answer.raw.length,
    brotli: brotliCompressSync(answer.raw).length,
    data: data.status === 200 ? data.raw.length : 0,
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

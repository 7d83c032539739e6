import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
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

// What each screen costs (docs/measurements.md): every GET address of the route table, as each role, one request at a time.
// Statements, rows and bytes are exact; the processor's time is the server's own, so other work moves it little.

export type Cost = {
  role: string
  address: string
  path: string
  /** Milliseconds of processor time of the whole server, the median of some requests. */
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

/**
 * `only` takes the addresses that hold it; with `at` these are asked and no others are looked for. `isWritten`: each request is
 * the first one after a write by another process.
 */
export type Asked = { large: boolean; isWritten: boolean; only?: string; at?: string[] }

/** Asks every screen as every role, in a copy of the demo or of the large school. */
export async function measureScreens({ large, isWritten, only = "", at }: Asked): Promise<Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), "tutti-screens-"))
  const path = join(folder, "app.db")
  copyFileSync(large ? buildLargeSchool() : seedWhenStale(testNow), path)
  const tokens = logIn(path, large ? peopleOf(path) : people)
  const settings = { DATABASE_PATH: path, LOG_LEVEL: "error", RESEND_BASE_URL: "http://localhost:9/resend" }
  const server = await startServer({ ...settings, ...probeSettings(folder, "count-statements.mjs") })
  const costs: Cost[] = []
  const other = new Database(path)
  // Each school's own rows, as what is kept of a school ends with a write of its own.
  const write = other.prepare("update outcomes set label = label")
  const before = () => {
    if (isWritten) write.run()
  }
  try {
    for (const [role, cookie] of Object.entries(tokens))
      for (const address of at ?? (await addressesOf(server, cookie, large)))
        if (address.includes(only) && (!at || (await get(server, address, cookie)).status === 200))
          costs.push(
            await costOf(server, {
              role,
              address,
              cookie,
              before,
              probed: large ? folder : undefined,
              times: large ? 5 : 15,
            }),
          )
  } finally {
    other.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return costs
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

const get = (server: RunningServer, address: string, cookie: string): Promise<Answer> =>
  server.ask(address, {
    headers: { Cookie: cookie, "Accept-Encoding": "identity", "Cache-Control": "no-cache" },
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
  times: number
  before: () => void
  /** Where the event loop's probe answers; asking it takes longer than a screen of the demo. */
  probed: string | undefined
}

async function costOf(
  server: RunningServer,
  { role, address, cookie, times, before, probed }: Screen,
): Promise<Cost> {
  for (let warm = 0; warm < 3; warm += 1) await get(server, address, cookie)
  const all: number[] = []
  const answering: number[] = []
  const held: number[] = []
  let answer = await get(server, address, cookie)
  for (let time = 0; time < times; time += 1) {
    before()
    if (probed) await askHeld(server, probed)
    const [allBefore, answeringBefore] = [processorTime(server.pid), threadTime(server.pid)]
    answer = await get(server, address, cookie)
    answering.push((threadTime(server.pid) - answeringBefore) / 1e6)
    all.push((processorTime(server.pid) - allBefore) / 1e6)
    if (probed) held.push((await askHeld(server, probed)).max)
  }
  const [statements = 0, rows = 0] = String(answer.headers["x-statements"]).split(" ").map(Number)
  const [path, query] = address.split("?")
  const data = await get(server, `${path}.data${query ? `?${query}` : ""}`, cookie)
  return {
    role,
    address,
    path: rowOf(address).path,
    processor: median(all),
    answering: median(answering),
    held: probed ? median(held) : 0,
    statements,
    rows,
    html: answer.raw.length,
    brotli: brotliCompressSync(answer.raw).length,
    data: data.status === 200 ? data.raw.length : 0,
  }
}

/** Nanoseconds that all threads of a process have run. */
export const processorTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadTime(pid, thread), 0)

/** The same of one of them, the first unless named. */
function threadTime(pid: number, thread: string | number = pid): number {
  const file = `/proc/${pid}/task/${thread}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) : 0
}

import { createHash, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import Database from "better-sqlite3"
import express from "express"
import { testNow } from "../support/clock"
import { measuredSchool } from "./schools"

// What the app is measured against: the same bytes, rows and writes with nothing between node and SQLite. Started as a
// process of its own: `reference.ts <database> <port> <express port>`; the express page's bytes come as the first POST.

const [path = "", port = "0", expressPort = "0"] = process.argv.slice(2)
const database = new Database(path)
for (const pragma of [
  "journal_mode = WAL",
  "synchronous = FULL",
  "cache_size = -16000",
  "busy_timeout = 5000",
])
  database.pragma(pragma)

const signIn = database.prepare(
  `select s.id, u.id as user_id, u.name, u.email, u.is_super_admin, m.id as member_id, m.role, c.id as school_id,
     c.name as school_name, c.time_zone, c.currency, b.status, b.paid_until
   from sign_ins s
   join users u on u.id = s.user_id
   left join members m on m.school_id = s.school_id and m.id = s.member_id and m.deactivated_at is null
   left join schools c on c.id = m.school_id
   left join subscriptions b on b.school_id = c.id
   where s.token_hash = ? and s.expires_at > ?`,
)
type Viewer = Record<string, string | number | null>

function viewerOf(request: IncomingMessage): Viewer | undefined {
  const value = /(?:^|; )tutti=([^;]+)/.exec(request.headers.cookie ?? "")?.[1]
  if (!value) return undefined
  const token: string = JSON.parse(Buffer.from(decodeURIComponent(value), "base64").toString())
  return signIn.get(createHash("sha256").update(token).digest("base64url"), testNow) as Viewer | undefined
}

const total = database.prepare("select count(*) as n from students where school_id = ?")
const rows = database.prepare(
  `select s.id, s.first_name, s.last_name, s.birth_date, s.status, s.instrument, f.name as family
   from students s join families f on f.school_id = s.school_id and f.id = s.family_id
   where s.school_id = ? order by s.last_name collate nocase, s.first_name collate nocase, s.id limit 50`,
)
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const text = (value: unknown) =>
  String(value ?? "").replace(/[&<>"]/g, (character) => escapes[character] ?? character)

function listPage(): string {
  const { n } = total.get(measuredSchool) as { n: number }
  const cells = (rows.all(measuredSchool) as Viewer[]).map(
    (row) =>
      `<tr><td><a href="/students/${text(row.id)}">${text(row.first_name)} ${text(row.last_name)}</a></td><td>${text(row.birth_date)}</td><td>${text(row.instrument)}</td><td>${text(row.family)}</td><td>${text(row.status)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><title>Students</title></head><body><h1>Students</h1><p>${n}</p><table>${cells.join("")}</table></body></html>`
}

const seat = database.prepare(
  "insert into seats (school_id, id, created_at, session_id, student_id, enrollment_id, kind) values (?, ?, ?, ?, ?, ?, 'enrolled')",
)
const mark = database.prepare(
  `insert into marks (school_id, id, created_at, seat_id, code, charged_percent, paid_percent, issues_credit, counts_as_attended)
   values (?, ?, ?, ?, 'present', 100, 100, 0, 1)`,
)
const charge = database.prepare(
  `insert into charges (school_id, id, created_at, family_id, student_id, source, seat_id, mark_id, enrollment_id, description, reason, occurred_on, amount_minor)
   select school_id, ?, ?, family_id, id, 'seat', ?, ?, ?, 'Class 0', 'Present', '2026-11-17', 3500 from students where school_id = ? and id = ?`,
)
const close = database.prepare(
  "update sessions set register_taken_at = ?, register_taken_by = 'member-0' where school_id = ? and id = ?",
)
const event = database.prepare(
  `insert into events (school_id, id, created_at, member_id, actor_name, verb, noun, noun_id)
   values (?, ?, ?, 'member-0', 'Ruth Castellano', 'took', 'register', ?)`,
)
/** The rows of one register, in one transaction. */
const saveRegister = database.transaction((sessionId: string, students: string[]) => {
  for (const student of students) {
    const seatId = randomUUID()
    seat.run(measuredSchool, seatId, testNow, sessionId, student, student.replace("student", "enrollment"))
    const markId = randomUUID()
    mark.run(measuredSchool, markId, testNow, seatId)
    const enrollmentId = student.replace("student", "enrollment")
    charge.run(randomUUID(), testNow, seatId, markId, enrollmentId, measuredSchool, student)
  }
  close.run(testNow, measuredSchool, sessionId)
  event.run(measuredSchool, randomUUID(), testNow, sessionId)
})

createServer(async (request, response) => {
  const viewer = viewerOf(request)
  if (!viewer) return response.writeHead(401).end()
  if (request.url === "/api/user") {
    const json = JSON.stringify({
      id: viewer.user_id,
      name: viewer.name,
      email: viewer.email,
      role: viewer.is_super_admin ? "super_admin" : viewer.role,
      isSuperAdmin: Boolean(viewer.is_super_admin),
      schoolId: viewer.school_id,
      schoolName: viewer.school_name,
      subscriptionStatus: viewer.status,
    })
    return response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(json)
  }
  if (request.method === "POST") {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const students = [...form.keys()].flatMap((key) => /^marks\.(.+)\.code$/.exec(key)?.[1] ?? [])
    saveRegister.immediate(request.url?.split("/").at(-1) ?? "", students)
    return response.writeHead(303, { Location: "/students" }).end()
  }
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(listPage())
}).listen(Number(port))

let page = Buffer.alloc(0)
const app = express()
app.post("/", express.raw({ type: "*/*", limit: "1mb" }), (request, response) => {
  page = request.body
  response.end()
})
app.get("/", (_request, response) => {
  response.type("html").send(page)
})
app.listen(Number(expressPort))

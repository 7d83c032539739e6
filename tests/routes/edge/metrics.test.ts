import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { users } from "db/schema/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { besideTheOther } from "../../support/beside-the-other"
import { inAct } from "../../support/in-act"
import { changeRows, openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// Figures for Prometheus: for those who may read them, and not there for anyone else.

const token = "a-token-of-many-characters"
let server: RunningServer
beforeAll(async () => {
  inAct(queueJob)({ kind: "tidy-up", dueAt: Date.UTC(2100, 0, 1) })
  server = await startServer({ METRICS_TOKEN: token })
})
afterAll(() => server?.stop())

const cookieOf = async (userId: string) =>
  (await keepSignInToken(startSignIn(userId, { remember: false, userAgent: "test" }).token, undefined)).split(
    ";",
  )[0] ?? ""

test("are a page that does not exist without the token, or with another", async () => {
  expect((await server.ask("/metrics")).status).toBe(404)
  expect((await server.ask("/metrics", { headers: { Authorization: "Bearer nonsense" } })).status).toBe(404)
})

test("count a body that is refused until its answer, not until its sender is done", async () => {
  const read = async () => {
    const { text } = await server.ask("/metrics", { headers: { Authorization: `Bearer ${token}` } })
    const countOf = (name: string, label: string) =>
      Number(text.match(new RegExp(`^${name}\\{route="other",${label}\\} (\\d+)$`, "m"))?.[1] ?? 0)
    const within = (most: string) => countOf("tutti_request_duration_seconds_bucket", `le="${most}"`)
    return {
      refused: countOf("tutti_requests_total", 'status="4xx"'),
      slow: within("\\+Inf") - within("1"),
    }
  }
  const before = await read()
  const socket = connect(server.port, "127.0.0.1")
  socket.write(
    `POST /contact HTTP/1.1\r\nHost: x\r\nOrigin: ${server.url}\r\nContent-Length: 99000000\r\n\r\nname=`,
  )
  const [heard] = await once(socket, "data")
  expect(String(heard)).toMatch(/^HTTP\/1\.1 413 /)
  await pause(1500)
  socket.destroy()
  await expect.poll(async () => (await read()).refused).toBe(before.refused + 1)
  expect((await read()).slow).toBe(before.slow)
})

test("count requests by route and class, and name the queues", async () => {
  await server.ask("/dashboard")
  await server.ask("/students/12345")
  await server.ask("/no-such-page")
  const { status, headers, text } = await server.ask("/metrics", {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "text/plain; charset=utf-8; version=0.0.4",
    "no-store",
  ])
  expect(text).toMatch(/^tutti_requests_total\{route="routes\/dashboard\/dashboard",status="3xx"\} \d+$/m)
  expect(text).toMatch(/^tutti_requests_total\{route="[^"]*not-found",status="4xx"\} \d+$/m)
  expect(text).toMatch(/^tutti_request_duration_seconds_bucket\{route="[^"]+",le="\+Inf"\} \d+$/m)
  expect(text).toContain('tutti_jobs{kind="tidy-up",state="planned"}')
  expect(text).toContain('tutti_mail_waiting{lane="urgent"} 0')
  for (const name of [
    "tutti_event_loop_delay_seconds",
    "tutti_open_connections",
    "tutti_memory_bytes",
    "tutti_database_bytes",
    "tutti_disk_free_bytes",
    "tutti_primary 1",
    "tutti_database_answers 1",
  ])
    expect(text).toContain(name)
  // No address of a person or a record is a label.
  expect(text).not.toContain("12345")
})

test("count a page that is repeated as itself", async () => {
  const headers = { Cookie: await cookieOf(openSchool().userId) }
  for (let time = 0; time < 3; time += 1) expect((await server.ask("/classes", { headers })).status).toBe(200)
  const { text } = await server.ask("/metrics", { headers: { Authorization: `Bearer ${token}` } })
  expect(text).toContain('tutti_requests_total{route="routes/classes/classes",status="2xx"} 3')
})

test("are for the machine itself where the settings say so, and not for what a proxy hands on", async () => {
  const local = await startServer({ ...besideTheOther(), METRICS_LOCAL: "true" })
  try {
    expect((await local.ask("/metrics")).status).toBe(200)
    expect((await local.ask("/metrics", { headers: { "X-Forwarded-For": "127.0.0.1" } })).status).toBe(404)
  } finally {
    await local.stop()
  }
})

test("a page tells the platform's staff where its time goes, and no one else; slow statements are logged with their plan", async () => {
  const { userId } = openSchool()
  const staff = openSchool()
  changeRows(users, { id: staff.userId }, { isSuperAdmin: true })
  const [ofSchool, cookie] = [await cookieOf(userId), await cookieOf(staff.userId)]
  const slow = await startServer({ ...besideTheOther(), SLOW_STATEMENT_MS: "1", METRICS_TOKEN: token })
  try {
    const other = await slow.ask("/dashboard", { headers: { Cookie: ofSchool } })
    expect([other.status, other.headers["server-timing"]]).toEqual([200, undefined])
    for (const path of ["/super-admin", "/super-admin.data"]) {
      const own = await slow.ask(path, { headers: { Cookie: cookie } })
      expect(own.headers["server-timing"]).toMatch(
        /^loader;dur=[\d.]+, database;dur=[\d.]+;desc="\d+ statements"/,
      )
    }
    const lines = slow
      .output()
      .split("\n")
      .filter((line) => line.includes('"a slow statement"'))
    for (const line of lines) expect(JSON.parse(line).plan).toBeInstanceOf(Array)
  } finally {
    await slow.stop()
  }
})

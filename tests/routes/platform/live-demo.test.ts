import { sqlite } from "db/client.server"
import { beforeAll, expect, test } from "vitest"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { eraseOneDemo } from "~/models/platform/live-demo/live-demo.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { useSeededDatabase } from "../../support/demo"
import { inAct } from "../../support/in-act"

// A visitor opens a copy of the sample school without an account.

beforeAll(() => useSeededDatabase())

const rowsOf = (table: string, schoolId: string) =>
  (
    sqlite().prepare(`select count(*) as n from "${table}" where school_id = ?`).get(schoolId) as {
      n: number
    }
  ).n
const demos = () =>
  sqlite()
    .prepare("select id, demo_until from schools where demo_until is not null order by created_at")
    .all() as {
    id: string
    demo_until: number
  }[]
const harmony = () =>
  (
    sqlite()
      .prepare("select id from schools where name = 'Harmony School of Music' and demo_until is null")
      .get() as {
      id: string
    }
  ).id

test("the page says what opens, and opening it as the administrator copies the school", async () => {
  const visitor = new Browser()
  expect(await visitor.read("/")).toContain("Open the demo school")
  expect(await visitor.read("/demo")).toContain("No account, no card")
  await expect(visitor.submit("/demo", { role: "admin" })).toLead(303, "/dashboard")
  const [demo] = demos()
  for (const table of [
    "students",
    "families",
    "sessions",
    "seats",
    "marks",
    "charges",
    "invoices",
    "invoice_lines",
  ])
    expect([table, rowsOf(table, demo?.id ?? "")]).toEqual([table, rowsOf(table, harmony())])
  const counts = (schoolId: string) =>
    sqlite().prepare("select sum(marked_count) as n from sessions where school_id = ?").get(schoolId)
  expect(counts(demo?.id ?? "")).toEqual(counts(harmony()))
  expect(sqlite().pragma("foreign_key_check")).toEqual([])
  const dashboard = await visitor.read("/dashboard")
  expect(dashboard).toContain("This demo school is yours until")
  const students = await visitor.read("/students")
  expect(students).toContain("Okafor")
})

test("a demo opens while someone is at work in the sample", async () => {
  const before = new Set(demos().map(({ id }) => id))
  const opening = new Browser().submit("/demo", { role: "admin" })
  const made = () => demos().find(({ id }) => !before.has(id))?.id ?? ""
  while (rowsOf("families", made()) === 0) await new Promise((done) => setImmediate(done))
  // A family and its guardian are added behind what is copied already: the guardian is copied, and the family isn’t.
  for (const [table, family] of [
    ["families", "id"],
    ["guardians", "family_id"],
  ] as const) {
    const columns = sqlite()
      .prepare(`select name from pragma_table_info('${table}')`)
      .pluck()
      .all() as string[]
    const values = columns.map((name) => (name === "id" || name === family ? "'0000000000000'" : `"${name}"`))
    sqlite()
      .prepare(
        `insert into ${table} (${columns.map((name) => `"${name}"`).join()})
         select ${values.join()} from ${table} where school_id = ? limit 1`,
      )
      .run(harmony())
  }
  await expect(opening).toLead(303, "/dashboard")
  expect(rowsOf("families", made())).toBe(rowsOf("families", harmony()))
})

test("the same visitor sees the same school as a teacher and as a family", async () => {
  const visitor = new Browser()
  await visitor.submit("/demo", { role: "admin" })
  const before = demos().length
  expect((await visitor.submit("/demo", { role: "teacher" })).headers.get("Location")).toBe(
    "/dashboard/teacher",
  )
  expect((await visitor.submit("/demo", { role: "family" })).headers.get("Location")).toBe(
    "/student/dashboard",
  )
  expect(demos().length).toBe(before)
  expect((await visitor.submit("/demo", { role: "owner" })).status).toBe(400)
})

test("shows no login that was made up for it, and no form for a password that isn’t there", async () => {
  const visitor = new Browser()
  await visitor.submit("/demo", { role: "admin" })
  const teacher = sqlite()
    .prepare(
      `select m.id from members m join users u on u.id = m.user_id join schools s on s.id = m.school_id
        where s.demo_until is not null and u.name = 'Helena Novak' order by s.created_at desc`,
    )
    .pluck()
    .get()
  const pages = ["/settings/profile", "/settings/team", "/settings/admin", `/settings/team/${teacher}`]
  for (const path of pages) {
    const html = await visitor.html(path)
    expect([path, /demo-[0-9a-f]{8}-/.test(html)]).toEqual([path, false])
  }
  const profile = await visitor.read("/settings/profile")
  expect(profile).toContain("A live demo has no logins and no passwords.")
  expect(profile).not.toMatch(/Change password|Two-factor/)
  expect(await visitor.read("/settings/team")).toContain("No login in a live demo")
  await visitor.submit("/demo", { role: "family" })
  expect(await visitor.html("/student/settings")).not.toMatch(/demo-[0-9a-f]{8}-/)
})

test("sends no email, changes no subscription, and its people can't log in", async () => {
  const [demo] = demos()
  const emails = () => (sqlite().prepare("select count(*) as n from emails").get() as { n: number }).n
  const queued = emails()
  inAct(queueMail)({
    template: "contact-message",
    data: { name: "A", email: "a@example.com", phone: "", message: "Hello" } as never,
    schoolId: demo?.id ?? "",
    recipient: "someone@example.com",
  })
  expect(emails()).toBe(queued)
  const visitor = new Browser()
  await visitor.submit("/demo", { role: "admin" })
  const changed = await visitor.submit("/settings/subscription", { intent: "change", plan: "professional" })
  expect(changed.headers.get("Location")).toBe("/demo")
  const plan = await visitor.read("/settings/subscription")
  expect(plan).toMatch(/Live demo .*This demo school is deleted on .* costs nothing and doesn’t renew/)
  expect(plan).not.toMatch(/Next charge|Renews automatically|Paid until/)
  const reachable = sqlite()
    .prepare(
      `select count(*) as n from members m join users u on u.id = m.user_id join schools s on s.id = m.school_id
        where s.demo_until is not null and (u.email is not null or u.password_hash is not null)`,
    )
    .get()
  expect(reachable).toEqual({ n: 0 })
})

test("one address opens only so many, and each is thrown away after a day", async () => {
  const answers: number[] = []
  for (let count = 0; count < 8; count += 1)
    answers.push((await new Browser().submit("/demo", { role: "family" })).status)
  expect(answers).toContain(429)
  expect(eraseOneDemo()).toBe(false)
  fixClock(now() + 25 * 3_600_000)
  const ids = demos().map(({ id }) => id)
  // a step at a time, after each of which the database is sound
  expect(eraseOneDemo()).toBe(true)
  expect(sqlite().pragma("foreign_key_check")).toEqual([])
  expect(demos().map(({ id }) => id)).toEqual(ids)
  let steps = 1
  while (eraseOneDemo()) steps += 1
  expect(steps).toBeGreaterThan(ids.length)
  expect(sqlite().pragma("foreign_key_check")).toEqual([])
  expect(demos()).toEqual([])
  for (const id of ids) expect(rowsOf("sessions", id)).toBe(0)
  expect(rowsOf("students", harmony())).toBeGreaterThan(50)
})

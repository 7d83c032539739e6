import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mostCalls } from "~/http/call-guards.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { now } from "~/utils/clock.server"
import { Browser, openOffice, rowCount } from "../../support/app"
import { inAct } from "../../support/in-act"
import { addMember, openSchool, removeRows, rowOf } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"
import { addStaff } from "../../support/support-chat"

// What the staff can do about someone who harms the rest.

const at = "/super-admin/abuse"
let staff: Browser
let server: RunningServer
beforeAll(async () => {
  staff = await Browser.of(addStaff().userId)
  server = await startServer({ TRUSTED_PROXIES: "1" })
})
afterAll(() => server?.stop())
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1800))
const blockId = () =>
  (sqlite().prepare("select id from blocks order by created_at desc, id desc").get() as { id: string }).id

describe("a network", () => {
  const from = (address: string, path = "/about") =>
    server.ask(path, { headers: { "X-Forwarded-For": address } })

  test("is refused everything until the block is lifted, and others are not", async () => {
    for (const [network, message] of [
      ["our office", "Enter an IP address"],
      ["203.0.0.0/8", "Enter a smaller network"],
      ["127.0.0.1", "This would block you"],
    ] as const) {
      const refused = await staff.submit(at, {
        intent: "block-network",
        network,
        days: "7",
        reason: "Attack",
      })
      await expect(refused).toAnswer(400, message)
    }
    const own = new Browser("203.0.113.50")
    for (const name of ["tutti"]) own.take(staff, name)
    const self = await own.submit(at, {
      intent: "block-network",
      network: "203.0.113.0/24",
      days: "7",
      reason: "Attack",
    })
    expect(self.status).toBe(400)
    expect(rowCount("blocks")).toBe(0)

    // The page is kept by then, and would be answered before anything looks at an address.
    for (const _time of ["first", "again"]) expect((await from("203.0.113.9")).status).toBe(200)
    const blocked = await staff.submit(at, {
      intent: "block-network",
      network: "203.0.113.77/24",
      days: "7",
      reason: "Guesses passwords",
    })
    expect(blocked.status).toBe(303)
    await aSecond()
    const page = await from("203.0.113.9")
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("Your network is blocked")])
    expect(page.text).toContain("hello@tutti.example")
    const call = await from("203.0.113.9", "/api/user")
    expect([call.status, JSON.parse(call.text).message]).toEqual([403, expect.stringContaining("blocked")])
    expect((await from("203.0.114.9")).status).toBe(200)
    expect((await from("203.0.113.9", "/health")).status).toBe(200)
    const list = await staff.read(at)
    expect(list).toMatch(/203\.0\.113\.0\/24 Guesses passwords Sam Ortiz/)

    expect((await staff.submit(at, { intent: "lift", blockId: blockId() })).status).toBe(303)
    await aSecond()
    expect((await from("203.0.113.9")).status).toBe(200)
    expect(await staff.read(at)).toContain("lifted")
  })
})

describe("a school’s emails", () => {
  test("wait while they are stopped, but not what someone waits for; lifted, they are due at once", async () => {
    const { actor } = openSchool({ name: "Spam Academy" })
    const schoolId = actor.school.id
    const other = await staff.submit(at, {
      intent: "block-sending",
      school: "nobody",
      days: "1",
      reason: "x",
    })
    await expect(other).toAnswer(400, "There’s no school with this ID.")
    const stopped = await staff.submit(at, {
      intent: "block-sending",
      school: schoolId,
      days: "1",
      reason: "Writes to strangers",
    })
    expect(stopped.status).toBe(303)
    await aSecond()
    removeRows(emails)
    const id = inAct(queueMail)({
      schoolId,
      recipient: "family@x.example",
      template: "absence-noticed",
      data: {
        seatId: "s",
        schoolName: "Spam Academy",
        recipientName: "Fay",
        studentName: "Milo",
        className: "Piano",
        when: "Monday",
        comes: false,
        text: null,
      },
    })
    // The server that runs here works off this database's mail.
    await aSecond()
    const waiting = rowOf(emails, { id })
    expect([waiting?.state, waiting?.attempts, Number(waiting?.dueAt) > now()]).toEqual(["queued", 0, true])
    expect(await staff.read(at)).toContain("Emails of Spam Academy")
    await staff.submit(at, { intent: "lift", blockId: blockId() })
    expect(rowOf(emails, { id })?.dueAt).toBeLessThanOrEqual(now())
  })
})

describe("who is slowed down", () => {
  test("is listed with the limit, and can be released", async () => {
    for (let n = 0; n < 6; n += 1) await countTry("password-reset-account", "ruth@x.example")
    const list = await staff.read(`${at}?show=throttled`)
    expect(list).toMatch(/Password resets of an account ruth@x\.example 6/)
    const key = "limit password-reset-account:ruth@x.example"
    expect((await staff.submit(at, { intent: "release", key })).status).toBe(303)
    expect(await staff.read(`${at}?show=throttled`)).toContain("No one is slowed down")
    for (const odd of ["limit nothing", 'password ["pair"]', "password {", "nonsense"])
      expect((await staff.submit(at, { intent: "release", key: odd })).status, odd).toBe(303)
  })

  test("a logged-in person who calls without end waits a minute, with JSON that says so", async () => {
    const { browser } = await openOffice()
    for (let n = 0; n < mostCalls; n += 1) await browser.call("GET", "/api/support/unread-count")
    const refused = await browser.call("GET", "/api/support/unread-count")
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true])
    expect((await refused.json()).message).toContain("Too many tries.")
  })
})

describe("a plan’s emails and storage", () => {
  test("are in the usage panel, and a message to many that goes over them is refused with nothing lost", async () => {
    const { actor, browser } = await openOffice({ name: "Loud School" })
    const schoolId = actor.school.id
    const panel = async () => browser.read("/settings/profile")
    expect(await panel()).toMatch(/Emails today 0 of 2,000, 0% Storage, MB 0 of 5,120, 0%/)
    for (let n = 0; n < 3; n += 1) addMember(actor, "teacher", `Teacher ${n}`)
    const message = { to: "teachers", subject: "Rehearsal", body: "At six.", shown: "3" }
    sqlite()
      .prepare("insert into mail_counts (school_id, id, created_at, queued) values (?, ?, ?, 1998)")
      .run(schoolId, new Date(now()).toISOString().slice(0, 10), now())
    const before = await browser.read("/messaging/new?to=teachers")
    expect(before).toContain("Your school can send 2 more emails today.")
    const refused = await browser.submit("/messaging/new", message)
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain("This is more than your school can email today.")
    expect(html).toContain("At six.")
    sqlite().prepare("update mail_counts set queued = 1990 where school_id = ?").run(schoolId)
    expect((await browser.submit("/messaging/new", message)).status).toBe(303)
    expect(await panel()).toContain("Emails today 1,993 of 2,000, 100%")
    const list = await staff.read(`${at}?show=mail`)
    expect(list).toMatch(/Loud School 1,993 of 2,000 0 bytes of 5\.0 GB/)
  })
})

test("none of it is anyone else’s", async () => {
  const { browser } = await openOffice()
  const before = rowCount("blocks")
  const answer = await browser.submit(at, {
    intent: "block-network",
    network: "203.0.113.0/24",
    days: "7",
    reason: "x",
  })
  expect([answer.status, rowCount("blocks")]).toEqual([302, before])
})

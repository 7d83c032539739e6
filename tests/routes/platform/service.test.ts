import { sqlite } from "db/client.server"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addUser } from "~/models/accounts/user/user.server"
import { Browser, rowCount } from "../../support/app"
import { besideTheOther } from "../../support/beside-the-other"
import { openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// What the staff tell everyone: that nothing can be saved for now, when maintenance comes, and what doesn't work.

const at = "/super-admin/service"
let staff: Browser
let server: RunningServer
let nextUser = 0
const person = async () => {
  const { userId, actor } = openSchool()
  return { browser: await Browser.of(userId), actor }
}
beforeAll(async () => {
  nextUser += 1
  staff = await Browser.of(
    addUser({
      name: "Sam Ortiz",
      email: `sam${nextUser}@tutti.example`,
      passwordHash: null,
      isSuperAdmin: true,
    }),
  )
  server = await startServer()
})
afterAll(() => server?.stop())
/** The server and this process ask at most once a second. */
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1100))
const noticeId = async () => /name="noticeId" value="([^"]+)"/.exec(await staff.html(at))?.[1] ?? ""

describe("read-only", () => {
  test("needs a reason, refuses every save and loses nothing typed, and is turned off by the staff", async () => {
    const refused = await staff.submit(at, {
      intent: "read-only",
      minutes: "30",
      text: "Moving house",
      reason: "",
    })
    expect(refused.status).toBe(400)
    const again = await refused.text()
    expect(again).toContain("Enter a reason.")
    expect(again).toContain("Moving house")
    expect(rowCount("platform_notices")).toBe(0)

    const on = await staff.submit(at, { intent: "read-only", minutes: "30", text: "", reason: "New disk" })
    expect(on.status).toBe(303)
    await aSecond()
    const { browser } = await person()
    const Cookie = browser.cookieHeader()
    const headers = { Cookie, "Content-Type": "application/x-www-form-urlencoded", Origin: server.url }

    // Everyone reads it, in the area and on public pages; reading goes on.
    expect(await browser.read("/dashboard")).toContain("Tutti is read-only right now.")
    expect((await server.ask("/about")).text).toContain("Tutti is read-only right now.")
    expect((await server.ask("/status")).text).toContain("Tutti is read-only")

    const students = rowCount("students")
    const body = "firstName=Ludmilla&lastName=%3CFerrante%3E&note=one%0Atwo&password=secret&intent=save"
    const page = await server.ask("/students/create", { method: "POST", headers, body })
    expect([page.status, page.headers["retry-after"]]).toEqual([503, "60"])
    expect(page.text).toContain('<form method="post" action="/students/create">')
    expect(page.text).toContain("Ludmilla")
    expect(page.text).toContain("&lt;Ferrante&gt;")
    expect(page.text).not.toContain("secret")
    expect(page.text).toContain("Passwords and files aren’t kept.")

    const call = await server.ask("/api/contact", {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: "{}",
    })
    expect([call.status, JSON.parse(call.text).message]).toEqual([
      503,
      expect.stringContaining("Tutti is read-only right now."),
    ])
    // The area's own script keeps the page for such an answer, and shows its text.
    const data = await server.ask("/students/create.data", { method: "POST", headers, body })
    expect([data.status, data.headers["content-type"]]).toEqual([403, "text/plain; charset=utf-8"])
    expect(data.text.length).toBeLessThanOrEqual(200)
    expect(rowCount("students")).toBe(students)

    // Logging in goes on: a wrong password is told, not refused.
    const login = await server.ask("/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: server.url },
      body: "username=nobody%40x.example&password=wrong",
    })
    expect(login.text).not.toContain("read-only right now</h1>")

    expect((await staff.submit(at, { intent: "read-only", minutes: "30", reason: "Twice" })).status).toBe(303)
    expect(rowCount("platform_notices")).toBe(1)
    const off = await server.ask(at, {
      method: "POST",
      headers: { ...headers, Cookie: staff.cookieHeader() },
      body: `intent=end-notice&noticeId=${await noticeId()}`,
    })
    expect([off.status, off.headers.location]).toEqual([303, at])
    await aSecond()
    const saved = await server.ask("/students/create", { method: "POST", headers, body: "firstName=" })
    expect(saved.status).toBe(400)
    // Turned off twice: told, and nothing happens.
    expect((await staff.submit(at, { intent: "end-notice", noticeId: "no-such-one" })).status).toBe(303)
  })
})

describe("maintenance", () => {
  test("is announced above every page, with its time in the school’s own zone, and not for the past", async () => {
    const refused = await staff.submit(at, {
      intent: "maintenance",
      day: "2020-01-01",
      time: "10:00",
      minutes: "60",
    })
    await expect(refused).toAnswer(400, "Choose a time in the future.")
    const soon = await staff.submit(at, {
      intent: "maintenance",
      day: "2026-12-01",
      time: "22:00",
      minutes: "60",
    })
    expect(soon.status).toBe(303)
    const { browser, actor } = await person()
    await aSecond()
    const text = await browser.read("/dashboard")
    expect(text).toMatch(/Maintenance starts .*Tutti may be unavailable for some minutes\./)
    if (actor.school.timeZone !== "UTC") expect(text).not.toContain("10:00 PM UTC")
    expect((await staff.submit(at, { intent: "end-notice", noticeId: await noticeId() })).status).toBe(303)
    await aSecond()
    expect(await browser.read("/dashboard")).not.toContain("Maintenance starts")
  })
})

describe("an incident", () => {
  test("is told on the public status page until it is resolved, and stays in the last 90 days", async () => {
    expect((await staff.submit(at, { intent: "incident", title: "", impact: "degraded" })).status).toBe(400)
    const opened = await staff.submit(at, {
      intent: "incident",
      title: "Emails arrive <late>",
      impact: "degraded",
      message: "Our email provider is slow.",
    })
    expect(opened.status).toBe(303)
    const own = await startServer(besideTheOther())
    try {
      const page = await own.ask("/status")
      expect([page.status, page.headers["cache-control"]]).toEqual([200, "public, max-age=30"])
      expect(page.text).toContain("Something doesn’t work")
      expect(page.text).toContain("Emails arrive &lt;late&gt;")
      expect(page.text).not.toContain("<script")
      const tag = String(page.headers.etag)
      expect((await own.ask("/status", { headers: { "If-None-Match": tag } })).status).toBe(304)
    } finally {
      await own.stop()
    }
    const incidentId = (sqlite().prepare("select id from incidents").get() as { id: string }).id
    const send = (state: string, message: string) =>
      staff.submit(at, { intent: "incident-update", incidentId, state, message })
    expect((await send("resolved", "")).status).toBe(400)
    expect((await send("resolved", "All emails are out.")).status).toBe(303)
    expect(rowCount("incident_updates")).toBe(2)
    // It is over: nothing more is said of it.
    await send("monitoring", "Still looking.")
    expect(rowCount("incident_updates")).toBe(2)

    // What was told wrong is corrected, also afterward; its time stays.
    const update = () =>
      sqlite()
        .prepare("select id, text, created_at as at from incident_updates order by created_at")
        .get() as {
        id: string
        text: string
        at: number
      }
    const { id: updateId, at: when } = update()
    const edit = {
      intent: "incident-edit",
      incidentId,
      updateId,
      title: "Emails were late",
      impact: "outage",
      message: "Our email provider was slow.",
    }
    await expect(staff.submit(at, { ...edit, message: " " })).toAnswer(400, "Enter a message.")
    expect((await staff.submit(at, { ...edit, incidentId: "other" })).status).toBe(404)
    expect((await staff.submit(at, edit)).status).toBe(303)
    expect(update()).toEqual({ id: updateId, text: "Our email provider was slow.", at: when })
    expect(await staff.read(at)).toContain("Emails were late")
  })

  test("is the staff’s alone to tell", async () => {
    const { browser } = await person()
    const before = rowCount("incidents")
    const answer = await browser.submit(at, {
      intent: "incident",
      title: "x",
      impact: "outage",
      message: "x",
    })
    expect([answer.status, rowCount("incidents")]).toEqual([302, before])
    expect((await staff.submit(at, { intent: "nonsense" })).status).toBe(404)
  })
})

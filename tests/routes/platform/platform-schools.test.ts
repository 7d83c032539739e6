import { randomUUID } from "node:crypto"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { beforeAll, describe, expect, test } from "vitest"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { now } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { testToday } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// All schools, for the platform's staff: what each has of us and how much of it it uses; no pupil's data.

let staff: Browser
let harmony: ReturnType<typeof openSchool>
let bright: ReturnType<typeof openSchool>
beforeAll(async () => {
  staff = await Browser.of(addStaff().userId)
  harmony = openSchool({ name: "Harmony School of Music" })
  bright = openSchool({ name: "Bright Keys 100% Studio", kind: "solo", active: false })
  const ended = openSchool({ name: "Old School" })
  changeRows(
    subscriptions,
    { schoolId: ended.actor.school.id },
    { status: "cancelled", paidUntil: now() - 1 },
  )
  addMember(harmony.actor, "teacher", "Helena Novak")
  addMember(harmony.actor, "student", "Jonas Haddad")
})

const list = async (search = "") => staff.read(`/super-admin/schools${search}`)

describe("the list of schools", () => {
  test("has plan, state and members, newest first", async () => {
    const text = await list()
    expect(text).toMatch(/Old School School Standard, yearly Expired 1/)
    expect(text).toMatch(/Bright Keys 100% Studio Solo teacher No plan Not paid yet 1/)
    expect(text).toMatch(/Harmony School of Music School Standard, yearly Active 3 Nov 18, 2026/)
    expect(text.indexOf("Old School")).toBeLessThan(text.indexOf("Harmony School of Music"))
  })

  test("is searched by name and by the address of who runs it, and narrowed by state", async () => {
    expect(await list("?q=Harmony+sch")).toContain("1 school")
    expect(await list("?q=100%25")).toContain("Bright Keys")
    expect(await list("?q=100%25")).toContain("1 school")
    expect(await list("?q=%25")).toContain("1 school")
    expect(await list("?q=_")).toContain("No schools match these filters.")
    expect(await list("?q=ruth")).toContain("3 schools")
    expect(await list("?q=helena")).toContain("No schools match these filters.")
    expect(await list("?state=expired")).toContain("Old School")
    expect(await list("?state=expired")).toContain("1 school")
    expect(await list("?state=unpaid")).toContain("Bright Keys")
    expect(await list("?state=none")).toContain("No schools match these filters.")
    for (const odd of ["?page=x", "?state=odd", `?q=${"a".repeat(500)}`, "?q=%27%3Bdrop"])
      expect((await staff.visit(`/super-admin/schools${odd}`)).status).toBe(200)
    const past = await staff.visit("/super-admin/schools?page=99")
    expect(past.headers.get("Location")).toBe("/super-admin/schools?page=1")
  })

  test("comes in pages of fifty", async () => {
    for (let n = 1; n <= 50; n += 1) openSchool({ name: `Academy ${n}` })
    const first = await list("?q=")
    expect(first).toContain("1–50 of 53")
    expect(await list("?page=2")).toMatch(/51–53 of 53/)
    expect(await list("?page=2")).toContain("Harmony School of Music")
  })
})

describe("a school's page", () => {
  test("shows plan, use, who runs it and the latest events, and no pupil", async () => {
    const { actor } = harmony
    const { familyId } = addFamily(actor, { name: "Haddad", guardians: [] })
    addStudent(actor, {
      familyId,
      firstName: "Milo",
      lastName: "Haddad",
      status: "active",
      fromDate: testToday,
    })
    inAct(recordEvent)(actor, "student.change", "1", { after: { firstName: "Milo" } })
    const answer = await staff.visit(`/super-admin/schools/${actor.school.id}`)
    await staff.visit(`/super-admin/schools/${actor.school.id}`)
    const looks = rowsOf(events, { schoolId: actor.school.id, verb: "look-as-staff" })
    expect(looks.map(({ memberId, after }) => [memberId, after])).toEqual([
      [null, JSON.stringify({ by: "Sam Ortiz" })],
    ])
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("Subscription Active Plan Standard, yearly")
    expect(text).toContain("Paid until Sep 14, 2027")
    expect(text).toContain("Teachers 1 of 5, 20%")
    expect(text).toContain("Students 1 of 100, 1%")
    expect(text).toMatch(/administrator 1 family 1 teacher 1/)
    expect(text).toContain("Ruth Castellano ruth")
    expect(text).toMatch(/changed details administrator Nov 18, 2026, 8:10 PM/)
    for (const pupil of ["Milo", "Haddad", "Jonas"]) expect(html).not.toContain(pupil)
  })

  test("of a school without a plan says so", async () => {
    const text = await staff.read(`/super-admin/schools/${bright.actor.school.id}`)
    expect(text).toContain("Subscription Not paid yet Plan No plan")
  })

  test("of no school is missing, and no one else sees one", async () => {
    for (const key of [randomUUID(), "x", "%00"])
      expect((await staff.visit(`/super-admin/schools/${key}`)).status).toBe(404)
    const admin = await Browser.of(harmony.userId)
    for (const path of ["/super-admin/schools", `/super-admin/schools/${harmony.actor.school.id}`])
      expect((await admin.visit(path)).headers.get("Location")).toBe("/dashboard")
  })
})

describe("what the staff may do to a school", () => {
  const reason = "PayPal needs a week"
  const page = (school: ReturnType<typeof openSchool>) => `/super-admin/schools/${school.actor.school.id}`
  const storedOf = ({ actor }: ReturnType<typeof openSchool>) =>
    rowOf(subscriptions, { schoolId: actor.school.id })
  const ended = () => {
    const school = openSchool({ name: "Late School" })
    changeRows(
      subscriptions,
      { schoolId: school.actor.school.id },
      { status: "expired", paidUntil: now() - 1 },
    )
    return school
  }
  const logOf = ({ actor }: ReturnType<typeof openSchool>) =>
    rowsOf(events, { schoolId: actor.school.id, noun: "subscription" }).map(({ verb, after }) => [
      verb,
      JSON.parse(after ?? "{}"),
    ])

  /** What the office was mailed about its access, each once, without what is for staff alone. */
  const mailsOf = ({ actor }: ReturnType<typeof openSchool>) =>
    rowsOf(emails, { schoolId: actor.school.id, template: "access-changed" }, { by: ["createdAt", "id"] })
      .map(({ data }) => JSON.parse(data))
      .map(({ change, message }) => [change, message])

  test("extend: open again for the days chosen, once however often it is pressed, and in the school's log", async () => {
    const school = ended()
    const admin = await Browser.of(school.userId)
    expect((await admin.visit("/dashboard")).headers.get("Location")).toBe("/select-plan?upgrade=true")
    const fields = { intent: "extend", days: "14", seen: "0", reason }
    const [first, second] = [
      await staff.submit(page(school), fields),
      await staff.submit(page(school), fields),
    ]
    expect([first.status, second.status]).toEqual([303, 303])
    const until = now() + 14 * 86_400_000
    expect(storedOf(school)).toMatchObject({ status: "expired", extendedUntil: until })
    expect(await staff.read(page(school))).toContain(
      "Someone else changed the extension. Check it and try again.",
    )
    expect((await admin.visit("/dashboard")).status).toBe(200)
    expect(await (await admin.visit("/api/auth/subscription-status")).json()).toMatchObject({
      status: "active",
    })
    expect(await admin.read("/settings/subscription")).toContain("Available until")
    // Who is open by our word alone may still pay.
    expect((await admin.visit("/select-plan")).status).toBe(200)
    const told = "Your account stays open until December 2, 2026."
    expect(logOf(school)).toEqual([["extend", { text: told }]])
    expect(mailsOf(school)).toEqual([["extended", told]])
    const seen = await staff.read(page(school))
    expect(seen).toContain("Extended until Dec 2, 2026")
    expect(seen).toMatch(new RegExp(`Staff actions.*Extended Sam Ortiz ${reason}.*${told}`))
  })

  test("suspend: everybody of the school is outside, nothing is sold to it, until it is restored", async () => {
    const school = openSchool({ name: "Closed School" })
    const admin = await Browser.of(school.userId)
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Leo Marsh").userId)
    await staff.submit(page(school), { intent: "suspend", reason: "Stolen card" })
    for (const [browser, path] of [
      [admin, "/dashboard"],
      [admin, "/select-plan"],
      [admin, "/subscription"],
      [teacher, "/dashboard/teacher"],
    ] as const)
      expect((await browser.visit(path)).headers.get("Location")).toBe("/account-paused")
    const paused = await admin.read("/account-paused")
    expect(paused).toContain("Closed School’s account is paused Tutti’s team has suspended this account.")
    expect(paused).toContain("Contact support")
    const pays = await admin.submit("/select-plan", { plan: "standard", interval: "monthly" })
    expect(pays.headers.get("Location")).toBe("/account-paused")
    expect(await (await admin.visit("/api/auth/subscription-status")).json()).toMatchObject({
      status: "expired",
    })
    expect(await list("?q=Closed&state=held")).toContain("1 school")

    await staff.submit(page(school), { intent: "suspend", reason })
    expect(await staff.read(page(school))).toContain("This school is already suspended.")
    await staff.submit(page(school), {
      intent: "restore",
      reason: "It was theirs",
      message: "Sorry for the trouble. Everything is open again.",
    })
    expect((await admin.visit("/dashboard")).status).toBe(200)
    await staff.submit(page(school), { intent: "restore", reason })
    expect(logOf(school)).toEqual([
      ["suspend-by-staff", { text: "Your account is suspended. Contact support." }],
      ["restore", { text: "Sorry for the trouble. Everything is open again." }],
    ])
    expect(mailsOf(school)).toEqual([
      ["suspended", "Your account is suspended. Contact support."],
      ["restored", "Sorry for the trouble. Everything is open again."],
    ])
    // Message to the school who and the text meant for it, as a sentence; staff read who and why.
    for (const path of ["/settings/admin/log", "/settings/admin/log.csv"]) {
      const log = await admin.html(path)
      expect(log).toContain("Sam Ortiz (Tutti)")
      expect(log).toContain("Sorry for the trouble. Everything is open again.")
      expect(log).not.toMatch(/Stolen card|It was theirs|heldAt|&quot;text&quot;|"text"/)
    }
    const seen = await staff.read(page(school))
    expect(seen).toMatch(/Suspended Sam Ortiz Stolen card/)
    expect(seen).toMatch(/reopened the school Sam Ortiz \(Tutti\)/)
  })

  test("asks for a reason, takes nothing else, and no one else may", async () => {
    const school = openSchool({ name: "Quiet School" })
    const before = storedOf(school)
    const said = await staff.submit(page(school), { intent: "suspend", reason: " " })
    await expect(said).toAnswer(400, "Enter a reason.")
    // A browser lets the message be left blank, as its hint says, and not the reason.
    const areas = (await staff.html(page(school))).match(/<textarea[^>]*>/g) ?? []
    const isRequired = (name: string) =>
      areas.find((area) => area.includes(`name="${name}"`))?.includes('required=""')
    expect([isRequired("reason"), isRequired("message")]).toEqual([true, false])
    const refused: Record<string, string>[] = [
      { intent: "erase", reason },
      { intent: "extend", days: "1000", reason },
      { intent: "extend", seen: "x", reason },
      { intent: "suspend", reason: "x".repeat(501) },
      {},
    ]
    for (const odd of refused) expect((await staff.submit(page(school), odd)).status).toBe(400)
    await staff.submit(page(bright), { intent: "extend", days: "7", seen: "0", reason })
    expect(await staff.read(page(bright))).toContain("This school hasn’t chosen a plan")
    expect((await staff.submit("/super-admin/schools/x", { intent: "suspend", reason })).status).toBe(404)
    const admin = await Browser.of(school.userId)
    const tried = await admin.submit(page(school), { intent: "extend", days: "90", seen: "0", reason })
    expect(tried.headers.get("Location")).toBe("/dashboard")
    expect(storedOf(school)).toEqual(before)
    expect(logOf(school)).toEqual([])
  })
})

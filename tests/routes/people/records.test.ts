import { db } from "db/client.server"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNotNull } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { setClassPrice } from "~/models/teaching/price/price-step.server"
import { addRoom } from "~/models/teaching/room/room.server"
import { claim } from "~/models/teaching/session/claim.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember, openSchool, orFail, rowOf } from "../../support/school"

// The records of an office: a student, a family, a class, each with its tabs.

let actor: Actor
let office: Browser
let classId: string
let amara: string
let lesson: string

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  const opened = openClass(actor, { class: { capacity: 2 }, pupils: ["Amara Fraser"] })
  classId = opened.classId
  ;[amara = ""] = opened.studentIds
  lesson = addSessionRow(actor, classId, "2026-11-20")
  const session = rowOf(sessions, { id: lesson })
  if (session) claim(actor, session, [amara])
})

const reported = () =>
  db()
    .select({ text: seats.noticeText })
    .from(seats)
    .where(and(eq(seats.studentId, amara), isNotNull(seats.noticeAt)))
    .all()

describe("a student's record", () => {
  test("has a page for lessons, billing, messages and activity, with the same heading", async () => {
    for (const tab of ["", "/lessons", "/billing", "/messages", "/activity"]) {
      const answer = await office.visit(`/students/${amara}${tab}`)
      expect([tab, answer.status]).toEqual([tab, 200])
      const text = await textOf(answer)
      expect(text).toContain("Amara Fraser Active")
      expect(text).toContain("Overview Lessons and attendance Progress Billing Messages")
    }
    expect(await office.html(`/students/${amara}`)).toContain(
      `href="/students/${amara}/activity">Activity</a>`,
    )
  })

  test("records an absence for the lessons that were checked, all or none", async () => {
    const at = `/students/${amara}/absence`
    expect(await textOf(await office.submit(at, { text: "Flu" }))).toContain("Choose at least one lesson.")
    const unknown = await office.submit(at, { lessons: [lesson, "nowhere"], text: "Flu" })
    expect([unknown.status, reported()]).toEqual([404, []])
    await expect(office.submit(at, { lessons: [lesson], text: "Flu" })).toLead(303, `/students/${amara}`)
    expect(reported()).toEqual([{ text: "Flu" }])
  })

  test("takes no absence from another school, or from a family", async () => {
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.submit(`/students/${amara}/absence`, { lessons: [lesson] })).status).toBe(404)
    expect((await stranger.visit(`/students/${amara}/lessons`)).status).toBe(404)
    const family = await Browser.of(addMember(actor, "student", "Fay Fontaine").userId)
    const refused = await family.submit(`/students/${amara}/absence`, { lessons: [lesson] })
    expect(refused.headers.get("Location")).toBe("/student/dashboard")
    expect(reported()).toEqual([])
  })
})

describe("families", () => {
  test("are listed with guardian and balance, and found by a guardian’s name", async () => {
    const { familyId } = openFamily(actor, {
      adults: [{ name: "Mateo Okafor", email: "mateo@example.com", payerShare: 10_000 }],
    })
    const list = await office.read("/families?q=mateo")
    expect(list).toContain("Mateo Okafor –")
    expect(await office.read("/families?q=nobody")).toContain("No families match these filters.")
    for (const page of [
      `/families/${familyId}`,
      `/families/${familyId}/messages`,
      `/families/${familyId}/activity`,
    ])
      expect([page, (await office.visit(page)).status]).toEqual([page, 200])
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.visit(`/families/${familyId}`)).status).toBe(404)
    expect(await stranger.read("/families?state=all")).not.toContain("Mateo")
  })
})

test("a class has its attendance as a grid, its billing and its activity", async () => {
  addSessionRow(actor, classId, "2026-11-17")
  const overview = await office.read(`/classes/${classId}`)
  expect(overview).toContain("Attendance is missing for Tue, Nov 17. It can’t be billed until you record it.")
  setClassPrice(actor, classId, { billing: "monthly", amountMinor: 9000, fromDate: "2026-11-18" })
  for (const tab of ["", "/lessons"]) {
    const monthly = await office.read(`/classes/${classId}${tab}`)
    expect(monthly).toContain("Attendance is missing for Tue, Nov 17. Take attendance")
  }
  for (const tab of ["/lessons", "/billing", "/activity"])
    expect([tab, (await office.visit(`/classes/${classId}${tab}`)).status]).toEqual([tab, 200])
})

test("a class with a lesson today says when, where and how many come, beside its attendance", async () => {
  const { roomId } = addRoomNamed("Studio 3")
  const today = addSessionRow(actor, classId, "2026-11-18", { startTime: "16:30", roomId })
  const session = rowOf(sessions, { id: today })
  if (session) claim(actor, session, [amara])
  const page = () => office.visit(`/classes/${classId}`)
  const html = await (await page()).text()
  expect(html).toContain(`href="/classes/sessions/${today}"`)
  expect(html).toContain(`href="/classes/sessions/${today}/edit"`)
  expect(await textOf(await page())).toContain(
    "Next lesson: today, 4:30 to 5:30 PM, Studio 3. 1 of 1 expected.",
  )
  await office.submit(`/students/${amara}/absence`, { lessons: [today], text: "Flu" })
  expect(await textOf(await page())).toContain("0 of 1 expected. 1 absence reported.")
})

test("the dashboard counts a lesson without a teacher, and no teacher for it", async () => {
  const home = async () => office.read("/dashboard")
  expect(await home()).toContain("No lessons today")
  addSessionRow(actor, classId, "2026-11-18", { startTime: "16:30", teacherId: null })
  expect(await home()).toMatch(/1 lesson today (?!with)/)
  addSessionRow(actor, classId, "2026-11-18", {
    startTime: "18:30",
    teacherId: addTeacherNamed("Helena Novak"),
  })
  expect(await home()).toContain("2 lessons today with 1 teacher ")
})

test("a family’s money names what is due, what isn’t invoiced yet, and both together", async () => {
  const family = openFamily(actor, {})
  const { familyId } = family
  owe(actor, family, 4_500)
  for (const page of [`/families/${familyId}`, `/billing/families/${familyId}`])
    expect(await office.read(page)).toMatch(
      /Balance due \$0\.00 Ready to invoice, 1 item \$45\.00 Total to collect \$45\.00/,
    )
})

test("account credit counts in what is left to collect, on each page that says it", async () => {
  const family = openFamily(actor, {})
  const { familyId, studentIds } = family
  const issued = () => orFail(issueInvoice(actor, november(familyId, [owe(actor, family, 4_500)]))).invoiceId
  const paid = { method: "cash", receivedOn: "2026-11-17", payerName: "Mateo Okafor" } as const
  const [invoiceId] = [issued(), issued()]
  expect(recordPayment(actor, { ...paid, invoiceId, amountMinor: 6_000 }).ok).toBe(true)
  owe(actor, family, 1_000)
  const pages = [
    `/families/${familyId}`,
    `/billing/families/${familyId}`,
    `/students/${studentIds[0]}/billing`,
  ]
  for (const page of pages)
    expect(await office.read(page)).toMatch(
      /Balance due \$30\.00 Ready to invoice, 1 item \$10\.00 Total to collect \$40\.00/,
    )
})

function addRoomNamed(name: string): { roomId: string } {
  const added = orFail(addRoom(actor, { name }))
  return { roomId: added.roomId }
}

function addTeacherNamed(name: string): string {
  return orFail(addTeacher(actor, { name })).teacherId
}

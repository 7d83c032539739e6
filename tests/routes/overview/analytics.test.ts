import { charges } from "db/schema/money"
import { members, studentStatusChanges, students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { byInstrument, byTeacher } from "~/models/overview/analytics/analytics.server"
import { ageingOf } from "~/models/overview/analytics/money-sums.server"
import { keepNextTaught, readTaught } from "~/models/overview/lesson-totals/keep-lesson-totals.server"
import { addUp } from "~/models/overview/lesson-totals/lesson-totals"
import { fixClock, todayOf } from "~/utils/clock.server"
import { Browser, openOffice } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { addSessionRow, addTeacherRow, openClass } from "../../support/lessons"
import { addMember, addRows, changeRows, rowsOf } from "../../support/school"

// The school's figures: each adds up to the rows it was counted from.

let actor: Actor
let browser: Browser

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})
const autumn = { first: "2026-09-01", last: "2026-11-18" }

function status(studentId: string, value: "active" | "former", fromDate: string, reason?: string) {
  addRows(studentStatusChanges, {
    ...newRow(actor),
    studentId,
    status: value,
    fromDate,
    reason: reason ?? null,
  })
  changeRows(students, { id: studentId }, { status: value })
}

test("a new school sees empty figures and what to do", async () => {
  const text = await browser.read("/analytics")
  expect(text).toContain(
    "June 1, 2026 to November 18, 2026, compared with the 6 months before, through May 18, 2026",
  )
  expect(text).toContain("No active or trial students in these months.")
  expect(text).not.toContain("stayed at 0")
  const families = await browser.read("/families")
  expect(families).toContain("No families with current students.")
  expect(families).not.toContain("Clear filters")
  const lessons = await browser.read("/analytics/teaching")
  expect(lessons).toContain("No lessons in these months.")
  const money = await browser.read("/analytics/money")
  expect(money).toContain("No money in these months.")
  const ahead = await browser.read("/analytics/ahead")
  expect(ahead).toContain("Nothing planned for next month.")
  for (const text of [lessons, money, ahead]) expect(text).not.toMatch(/Previously|stayed at|Download CSV/)
})

test("who joined, who left and why, with their names behind the figure", async () => {
  const { studentIds } = openFamily(actor, { children: ["Amara", "Freya", "Milo"] })
  const [amara = "", freya = "", milo = ""] = studentIds
  status(amara, "active", "2026-09-02")
  status(freya, "active", "2026-03-02")
  status(milo, "active", "2026-04-02")
  status(milo, "former", "2026-10-31", "Moved away")
  const text = await browser.read("/analytics")
  expect(text).toContain("1 student joined (previously 2) and 1 left (previously 0) .")
  expect(text).toMatch(/Joined: 1 Amara Okafor.*Left: 1 Milo Okafor Oct 31, 2026, Moved away/)
  expect(text).toMatch(/September 2026 1 1, 100% not yet not yet not yet/)
})

test("money billed and received leads to its rows; what is open adds up by age", async () => {
  const family = openFamily(actor)
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 5000)]))
  if (!issued.ok) throw new Error(issued.reason)
  const payment = { method: "cash" as const, receivedOn: "2026-11-17", payerName: "Zoë" }
  recordPayment(actor, { ...payment, invoiceId: issued.invoiceId, amountMinor: 2000 })
  const html = await browser.html("/analytics/money?months=3")
  expect(html).toContain('href="/billing?status=issued&amp;from=2026-11-01&amp;to=2026-11-18">$50.00')
  expect(html).toContain('href="/billing/history?kind=received&amp;from=2026-11-01&amp;to=2026-11-18">$20.00')
  fixClock(Date.parse("2027-01-05T15:00:00Z"))
  const bands = ageingOf(actor, todayOf(actor), {})
  expect(bands.map(({ openMinor }) => openMinor)).toEqual([0, 0, 3000, 0, 0])
  expect(bands.reduce((sum, { openMinor }) => sum + openMinor, 0)).toBe(
    listInvoices(actor, { page: null }).openMinor,
  )
})

test("lessons by teacher and by instrument add up to the same; canceled and upcoming ones are no lessons given", async () => {
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Aiko Moreau", "Theo Haddad"],
  })
  const given = addSessionRow(actor, classId, "2026-11-16", { teacherId: mara })
  addSessionRow(actor, classId, "2026-11-17", { minutes: 30 })
  addSessionRow(actor, classId, "2026-11-10", { state: "cancelled" })
  addSessionRow(actor, classId, "2026-11-25", { teacherId: mara })
  const [aiko = "", theo = ""] = studentIds
  const taken = takeRegister(actor, given, {
    marks: [
      { studentId: aiko, code: "present" },
      { studentId: theo, code: "absent" },
    ],
  } as Parameters<typeof takeRegister>[2])
  expect(taken.ok).toBe(true)
  while (keepNextTaught(actor));
  const [taught = addUp([])] = readTaught(actor, [autumn])
  expect(byTeacher(actor, taught)).toEqual([
    { id: mara, name: "Mara Lindqvist", sessions: 1, minutes: 60, attendedPercent: 50, chargedMinor: 3600 },
    { id: null, name: "No teacher", sessions: 1, minutes: 30, attendedPercent: null, chargedMinor: 0 },
  ])
  expect(byInstrument(taught)).toMatchObject([
    { name: "Guitar", sessions: 2, minutes: 90, attendedPercent: 50, chargedMinor: 3600 },
  ])
  expect(taught.hours).toEqual([
    { weekday: 1, hour: 14, minutes: 60 },
    { weekday: 2, hour: 14, minutes: 30 },
  ])
  const text = await browser.read("/analytics/teaching")
  expect(text).toContain("2 lessons were given (previously 0) , in 1 h 30 min (previously 0 min) .")
  expect(text).toContain("Guitar ensemble 2 of 12, 17%")
})

test("who joined and who left are rows and a file of their own, for one instrument too", async () => {
  const { studentIds } = openFamily(actor, { children: ["Amara", "Milo"] })
  const [amara = "", milo = ""] = studentIds
  status(amara, "active", "2026-09-02")
  status(milo, "active", "2026-03-02")
  status(milo, "former", "2026-10-31", "Moved away")
  const html = await browser.html("/analytics?months=3")
  expect(html).toContain('href="/analytics/rows?months=3&amp;card=joined-and-left&amp;of=students-left"')
  const list = await browser.read("/analytics/rows?months=3&card=joined-and-left&of=students-left")
  expect(list).toContain("Joined and left: Left")
  expect(list).toContain("Milo Okafor Oct 31, 2026 Left: Moved away")
  const file = await browser.html("/analytics/rows.csv?months=3&card=joined-and-left&of=students-joined")
  expect(file.trim().split("\r\n").slice(1)).toEqual(["Amara Okafor,2026-09-02,Joined,,,,,"])
  const narrowed = "/analytics/rows?months=3&instrument=none&card=joined-and-left&of=students-left"
  expect(await browser.read(narrowed)).toContain("Nothing was counted for this choice.")
})

test("invoices are divided by teacher: each amount leads to its parts, a month alone to its own", async () => {
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const { classId, studentIds } = openClass(actor, {
    class: { teacherId: mara, instrument: "Piano" },
    pupils: ["Aiko Moreau"],
  })
  const taught = addSessionRow(actor, classId, "2026-11-16", { teacherId: mara })
  const marks = studentIds.map((studentId) => ({ studentId, code: "present" }))
  takeRegister(actor, taught, { marks } as Parameters<typeof takeRegister>[2])
  const [charge] = rowsOf(charges, { studentId: studentIds[0] ?? "" })
  const invoice = issueInvoice(actor, november(charge?.familyId ?? "", [charge?.id ?? ""]))
  expect(invoice.ok).toBe(true)
  const family = openFamily(actor)
  issueInvoice(actor, november(family.familyId, [owe(actor, family, 5000)]))
  const narrowed = await browser.read(`/analytics/money?months=3&teacher=${mara}`)
  expect(narrowed).toContain("You billed $18.00 (previously $0.00)")
  expect(narrowed).not.toContain("$68.00")
  expect(await browser.read("/analytics/money?months=3")).toContain("You billed $68.00")
  const html = await browser.html(`/analytics/money?months=3&teacher=${mara}`)
  const rows = `/analytics/rows?months=1&until=2026-11&teacher=${mara}&card=money-by-instrument&of=billed-part`
  expect(html).toContain(`href="${rows.replaceAll("&", "&amp;")}"`)
  const list = await browser.read(rows)
  expect(list).toContain("A line of an invoice belongs to the teacher who gave its lesson")
  expect(list).toMatch(/Invoice 2026-0001.*Mara Lindqvist Piano \$18\.00/)
  expect(list).toContain("Total: $18.00")
  expect(await browser.read("/analytics/rows?card=money-by-teacher&of=billed-part&teacher=none")).toContain(
    "$50.00",
  )
})

test("months are chosen in the address; what cannot be read is left out", async () => {
  expect(await browser.read("/analytics?months=12&until=2026-06")).toContain("July 1, 2025 to June 30, 2026")
  expect(await browser.read("/analytics?months=5&until=2026-13")).toContain(
    "June 1, 2026 to November 18, 2026",
  )
  expect(await browser.read("/analytics?months=x&until=2199-01")).toContain(
    "June 1, 2026 to November 18, 2026",
  )
})

test("figures are narrowed to a teacher or an instrument on every tab, and each opens its rows and its file", async () => {
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const noor = addTeacherRow(actor, "Noor Haddad")
  const piano = openClass(actor, {
    class: { instrument: "Piano", teacherId: mara },
    pupils: ["Aiko Moreau"],
  })
  const cello = openClass(actor, {
    class: { instrument: "Cello", teacherId: noor },
    pupils: ["Theo Roe"],
  })
  addSessionRow(actor, piano.classId, "2026-11-16", { teacherId: mara })
  addSessionRow(actor, cello.classId, "2026-11-17", { teacherId: noor, minutes: 30 })
  addSessionRow(actor, cello.classId, "2026-11-10", {
    teacherId: noor,
    state: "cancelled",
    cancelReason: "Snow",
  })
  const all = await browser.read("/analytics/teaching")
  expect(all).toContain("2 lessons were given (previously 0) , in 1 h 30 min (previously 0 min) .")
  const narrowed = await browser.read(`/analytics/teaching?teacher=${noor}`)
  expect(narrowed).toContain("1 lesson was given (previously 0) , in 30 min (previously 0 min) .")
  expect(await browser.read("/analytics/teaching?instrument=Piano")).toContain(
    "1 lesson was given (previously 0) , in 1 h",
  )
  expect(await browser.read("/analytics/teaching?teacher=someone-else")).toContain("2 lessons were given")
  const html = await browser.html(`/analytics/teaching?teacher=${noor}`)
  const rows = `/analytics/rows?teacher=${noor}&card=cancellations&of=canceled-school`
  expect(html).toContain(`href="${rows.replaceAll("&", "&amp;")}"`)
  expect(html).toContain(`href="/analytics/ahead?teacher=${noor}"`)
  expect(html).toContain("What these figures count")
  expect(html).toContain("All other canceled lessons")
  const list = await browser.read(rows)
  expect(list).toContain("Cancellations and no-shows: By the school")
  expect(list).toContain("Noor Haddad")
  expect(list).toMatch(/Lesson canceled: Snow/)
  const file = await browser.html(rows.replace("/rows?", "/rows.csv?"))
  expect(file.trim().split("\r\n")).toHaveLength(2)
  const figures = await browser.html(`/analytics/figures.csv?card=cancellations&teacher=${noor}`)
  expect(figures.split("\r\n")[1]).toBe("Noor Haddad,0,0,0,0,0,1")
  const tables = [
    "taught-by-teacher",
    "taught-by-instrument",
    "hours-of-week",
    "money-by-month",
    "outstanding-by-age",
  ]
  for (const card of [...tables, "joined-and-left", "retention-by-start-month", "spots-in-groups"]) {
    const answer = await browser.visit(`/analytics/figures.csv?card=${card}`)
    expect([card, answer.status, answer.headers.get("Content-Type")]).toEqual([
      card,
      200,
      "text/csv; charset=utf-8",
    ])
  }
})

test("what is outstanding by age opens rows of that name", async () => {
  const rows = "/analytics/rows?card=outstanding-by-age&of=open-part&part=later"
  expect(await browser.read(rows)).toMatch(/Outstanding by age: /)
})

test("what owes, who may leave and next month have tabs of their own, without scripts", async () => {
  openClass(actor, { pupils: ["Aiko Moreau"] })
  expect(await browser.read("/analytics/money")).toMatch(
    /Lessons to make up Today.*Margin after pay and expenses Download CSV/,
  )
  const ahead = await browser.read("/analytics/ahead")
  expect(ahead).toContain("Who may leave, and what December 2026 brings")
  expect(ahead).toMatch(/Students at risk Today.*Next month December 2026/)
  expect(await browser.read("/analytics/rows?card=at-risk&of=risk-no-lesson")).toContain(
    "Aiko Moreau No next lesson",
  )
  expect((await browser.visit("/analytics/rows?card=at-risk&of=no-such-figure")).status).toBe(404)
})

test("a large school finds a teacher by name; one who is found alone is chosen", async () => {
  for (let number = 1; number <= 51; number += 1) addTeacherRow(actor, `Teacher ${number} Of Many`)
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const text = await browser.read("/analytics/teaching")
  expect(text).toContain("Teacher’s name")
  expect(text).not.toContain("Teacher 7 Of Many")
  const answer = await browser.visit("/analytics/teaching?months=3&q=mara")
  expect(answer.headers.get("Location")).toBe(`/analytics/teaching?months=3&teacher=${mara}`)
  expect(await browser.read("/analytics/teaching?q=teacher+5")).toMatch(
    /Teacher 5 Of Many.*Teacher 50 Of Many/,
  )
  expect(await browser.read("/analytics/teaching?q=nobody")).toContain("No teachers match “nobody.”")
})

test("reports without prices show no amount, on no tab and in no file; pay is the administrator's", async () => {
  const { classId } = openClass(actor, { pupils: ["Aiko Moreau"] })
  addSessionRow(actor, classId, "2026-11-16")
  const member = addMember(actor, "office", "Bo Board")
  const given = (rights: string) => changeRows(members, { id: member.memberId }, { rights })
  given("reports")
  const board = await Browser.of(member.userId)
  for (const tab of ["", "/teaching", "/money", "/ahead", "/rows?card=make-up-liability&of=credits-open"])
    expect(await board.read(`/analytics${tab}`), tab).not.toContain("$")
  for (const file of [
    "figures.csv?card=money-by-month",
    "figures.csv?card=margin",
    "rows?card=forecast&of=fees-expected",
  ])
    expect((await board.visit(`/analytics/${file}`)).status, file).toBe(404)
  given("prices,reports")
  expect(await board.read("/analytics/money")).toContain("$0.00")
  expect(await board.read("/analytics/money")).not.toContain("Teacher pay")
  expect((await board.visit("/analytics/rows?card=margin&of=teacher-earned")).status).toBe(404)
})

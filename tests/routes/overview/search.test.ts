import { users } from "db/schema/accounts"
import { guardians, members, teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { beforeAll, describe, expect, test } from "vitest"
import { newRow, own } from "~/models/foundation/access/own.server"
import { type Right, wholeRights } from "~/models/foundation/access/rights"
import { creditInvoice } from "~/models/money/credit-note/issue-credit-note.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import type { FoundGroup } from "~/models/overview/search/search"
import { addOccasion } from "~/models/teaching/occasion/occasion.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { childSignedIn, invoiceOver, openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool } from "../../support/school"
import { addStaff } from "../../support/support-chat"

type Search = { label: string; titles: string[] }[]

/** What the palette is told. */
async function groupsOf(browser: Browser, text: string): Promise<FoundGroup[]> {
  const answer = await browser.visit(`/search.json?q=${encodeURIComponent(text)}`)
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"])
  return await answer.json()
}

/** Its groups with their titles. */
async function find(browser: Browser, text: string): Promise<Search> {
  const groups = await groupsOf(browser, text)
  return groups.map(({ label, found }) => ({ label, titles: found.map(({ title }) => title) }))
}

const pageOf = async (browser: Browser, text: string) => browser.read(`/search?q=${encodeURIComponent(text)}`)

describe("the office", () => {
  let office: Browser
  let family: ReturnType<typeof openPayingFamily>
  beforeAll(async () => {
    family = openPayingFamily()
    const { school } = family
    addStudentRow(school, "Ayşe", "Öztürk")
    addStudentRow(school, "Jonas", "Berg")
    const helena = addTeacherRow(school, "Helena Novak", "Cello")
    addClassRow(school, { name: "Cello, Otis", teacherId: helena })
    addClassRow(school, { name: "Cello of last year", endedOn: "2026-01-31" })
    invoiceOver(school, family, 12_600)
    office = await Browser.of(school.userId ?? "")
  })

  test("finds a student whatever the accents and the order of the names", async () => {
    for (const text of ["ayse", "ozturk a", "Öztürk, Ayşe", "  AYŞE  "])
      expect(await find(office, text), text).toContainEqual({ label: "Students", titles: ["Ayşe Öztürk"] })
  })

  test("finds guardians and their family, teachers, and classes by name, instrument or teacher", async () => {
    expect(await find(office, "haddad")).toEqual([
      { label: "Students", titles: ["Milo Haddad", "Otis Haddad"] },
      { label: "Families and guardians", titles: ["Haddad", "Jonas Haddad"] },
    ])
    expect(await find(office, "novak")).toEqual([
      { label: "Teachers", titles: ["Helena Novak"] },
      { label: "Classes", titles: ["Cello, Otis"] },
    ])
  })

  test("shows a number to call and the balance, and leads to what is done most often", async () => {
    const [studentId = ""] = family.studentIds
    changeRows(guardians, own(family.school, guardians, family.guardianIds[0] ?? ""), {
      phone: "+49 30 1234",
    })
    const [students, families] = await groupsOf(office, "haddad")
    expect(students?.found[1]).toEqual({
      to: `/students/${studentId}`,
      title: "Otis Haddad",
      detail: expect.stringMatching(/\+49 30 1234, owes \S*126\.00$/),
      acts: [
        { to: `/billing/families/${family.familyId}?payment=new#record-payment`, label: "Take payment" },
        { to: `/messaging/new?to=student%3A${studentId}`, label: "Message family" },
        { to: `/billing/new-invoice?family=${family.familyId}`, label: "New invoice" },
        { to: `/students/${studentId}/absence`, label: "Record absence" },
        { to: `/students/${studentId}/make-up`, label: "Book make-up" },
        { to: `/schedule/find-a-time?student=${studentId}`, label: "Find a time" },
      ],
    })
    expect(families?.found[0]?.detail).toMatch(/Milo.*, owes \S*126\.00$/)
    expect(families?.found[1]?.detail).toContain("+49 30 1234")
    const page = await office.html("/search?q=haddad")
    expect(page).toContain(`href="/students/${studentId}/absence"`)
  })

  test("leads to the next lesson of a student, whatever day it is on", async () => {
    const { actor, userId } = openSchool()
    const classId = addClassRow(actor, { name: "Wren, harp" })
    addEnrollmentRow(actor, classId, addStudentRow(actor, "Wren", "Adeyemi"))
    makeSessions(actor, addScheduleRow(actor, classId), "2026-12-18", { from: "2026-12-02" })
    const [next] = listSessionsOn(actor, "2026-12-02", "2026-12-08")
    const browser = await Browser.of(userId)
    const [students] = await groupsOf(browser, "wren")
    const card = `/schedule/lessons/${next?.id}`
    expect(students?.found[0]?.acts).toContainEqual({ to: card, label: "Next lesson" })
    expect(await browser.read(card)).toContain("Reason to cancel")
  })

  test("leads from a class and an invoice to what is done with them", async () => {
    const { actor, browser } = await openOffice()
    const choir = addClassRow(actor, { name: "Wind band", kind: "ensemble" })
    const [classes] = await groupsOf(browser, "wind band")
    expect(classes?.found[0]?.acts).toEqual([
      { to: `/schedule?class=${choir}`, label: "Schedule" },
      { to: `/messaging/new?to=class%3A${choir}`, label: "Message class" },
      { to: `/classes/${choir}/students`, label: "Add student" },
    ])
    expect((await browser.visit(`/schedule?class=${choir}`)).status).toBe(200)
  })

  test("finds a teacher by their number, as long as they have one", async () => {
    const { teacherId } = addMember(family.school, "teacher", "Ada Quill")
    const change = (phone: string | null) =>
      changeRows(teachers, own(family.school, teachers, teacherId), { phone })
    change("+1 617 555 0142")
    const [found] = await groupsOf(office, "555 0142")
    expect([found?.label, found?.found.map(({ title, detail }) => [title, detail])]).toEqual([
      "Teachers",
      [["Ada Quill", expect.stringContaining("+1 617 555 0142")]],
    ])
    change(null)
    expect(await groupsOf(office, "555 0142")).toEqual([])
  })

  test("finds who asked for lessons, events and rooms", async () => {
    const { actor, browser } = await openOffice()
    const asked = { ...newRow(actor), state: "new", purpose: "lessons", email: "sami@example.org" } as const
    addRows(inquiries, { ...asked, firstName: "Sami", lastName: "Farah", guardianName: "Lina Farah" })
    const day = { kind: "recital", date: "2026-12-12", startTime: "15:00", endTime: "16:30" } as const
    const added = addOccasion(actor, { ...day, title: "Winter recital" })
    if (!added.ok) throw new Error(added.reason)
    const studio = addRoomRow(actor, "Studio 3")
    const first = async (text: string) =>
      (await groupsOf(browser, text)).map(({ label, found }) => [label, found[0]?.to, found[0]?.title])
    for (const text of ["sami farah", "lina", "sami@example"])
      expect(await first(text), text).toContainEqual([
        "Inquiries",
        `/students/inquiries/${asked.id}`,
        "Sami Farah",
      ])
    expect(await first("winter recital")).toContainEqual([
      "Events",
      `/schedule/events/${added.occasionId}`,
      "Winter recital",
    ])
    expect(await first("studio 3")).toContainEqual(["Rooms", `/schedule?room=${studio}`, "Studio 3"])
    expect((await find(browser, "install app"))[0]?.titles).toContain("Log in and out")
  })

  test("a member is offered only what their rights allow", async () => {
    const memberWith = (right: Right) => {
      const { memberId, userId } = addMember(family.school, "office", "Ines Front")
      const rights = wholeRights([right]).join(",")
      changeRows(members, own(family.school, members, memberId), { rights })
      return Browser.of(userId)
    }
    const [seen] = await groupsOf(await memberWith("see-people"), "otis")
    expect(seen?.found[0]?.acts).toBeUndefined()
    const [paid] = await groupsOf(await memberWith("payments"), "haddad")
    expect([paid?.label, paid?.found[0]?.acts?.map(({ label }) => label)]).toEqual([
      "Families and guardians",
      ["Take payment"],
    ])
  })

  test("what begins so comes before what only holds it", async () => {
    const [students] = await find(office, "jo")
    expect(students?.titles[0]).toBe("Jonas Berg")
  })

  test("finds an invoice by its number, also as people say it", async () => {
    for (const text of ["2026-1", "invoice 2026", "#1"]) {
      const invoices = (await find(office, text)).find(({ label }) => label === "Invoices")
      expect(invoices?.titles.length, text).toBe(1)
      expect(invoices?.titles[0]).toMatch(/^Invoice 2026-/)
    }
    expect((await find(office, "haddad")).map(({ label }) => label)).not.toContain("Invoices")
  })

  test("finds a credit note by its number and a payment by its check's", async () => {
    const { school } = family
    const invoiceId = invoiceOver(school, family, 5000)
    const lineId = findInvoice(school, invoiceId)?.groups[0]?.lines[0]?.id ?? ""
    const credited = creditInvoice(school, {
      invoiceId,
      amounts: new Map([[lineId, 1000]]),
      reason: "Lesson canceled",
    })
    const paid = recordPayment(school, {
      familyId: family.familyId,
      amountMinor: 4000,
      method: "check",
      receivedOn: "2026-11-17",
      payerName: "Jonas Haddad",
      providerReference: "7781",
    })
    if (!credited.ok || !paid.ok) throw new Error("refused")
    for (const text of [credited.number, `credit note ${credited.number.toLowerCase()}`])
      expect(await find(office, text), text).toContainEqual({
        label: "Credit notes",
        titles: [`Credit note ${credited.number}`],
      })
    for (const text of ["7781", "check 7781"])
      expect(await find(office, text), text).toEqual([{ label: "Payments", titles: ["Payment of $40.00"] }])
    expect(await find(office, "778")).toEqual([])
  })

  test("the page has the same, with pages, in groups that lead there", async () => {
    const answer = await office.visit("/search?q=helena")
    const html = await answer.clone().text()
    expect(html).toMatch(/href="\/teachers\/[0-9a-z]{13}"/)
    expect(await textOf(answer)).toContain("2 results")
    expect(await pageOf(office, "registers")).toContain("Attendance")
    expect(await pageOf(office, "invoice")).toContain("New invoice")
  })

  test("without a query the page lists the pages, and says so when nothing is found", async () => {
    const text = await pageOf(office, "")
    for (const place of ["Actions", "Import a roster", "Go to", "Dashboard", "Door sheets", "Help"])
      expect(text).toContain(place)
    expect(await pageOf(office, "zzz")).toContain("No results for “zzz.”")
  })

  test("no text is too odd to look for", async () => {
    const odd = [
      "%",
      "_",
      "'",
      '"',
      "<script>alert(1)</script>",
      "=1+1",
      "\u202e",
      "x".repeat(5000),
      "🎻",
      "-1 or 1=1",
    ]
    for (const text of odd) {
      expect(Array.isArray(await find(office, text)), text).toBe(true)
      const page = await office.visit(`/search?q=${encodeURIComponent(text)}`)
      expect(page.status, text).toBe(200)
      expect(await page.text()).not.toContain("<script>alert")
    }
  })

  test("at most 50 are shown, and the list that has the rest is named", async () => {
    const { actor, userId } = openSchool()
    for (let n = 0; n < 30; n += 1) addStudentRow(actor, `Mila ${n}`, "Mila")
    for (let n = 0; n < 30; n += 1) addClassRow(actor, { name: `Mila ${n}` })
    for (let n = 0; n < 30; n += 1) addTeacherRow(actor, `Mila ${n}`)
    const browser = await Browser.of(userId)
    const groups = await find(browser, "mila")
    const count = groups.reduce((sum, { titles }) => sum + titles.length, 0)
    expect(count).toBeGreaterThan(20)
    expect(count).toBeLessThanOrEqual(50)
    expect(await browser.html("/search?q=mila")).toContain('href="/students?q=mila"')
  })

  test("a school finds nothing of another one", async () => {
    const stranger = await Browser.of(openSchool().userId)
    for (const text of ["haddad", "ozturk", "novak", "2026-1"]) expect(await find(stranger, text)).toEqual([])
  })

  test("a solo teacher has lessons and no teachers to find", async () => {
    const { actor, userId } = openSchool({ kind: "solo" })
    addTeacherRow(actor, "Piet Solo")
    addClassRow(actor, { name: "Piet’s harp" })
    expect(await find(await Browser.of(userId), "piet")).toEqual([
      { label: "Lessons", titles: ["Piet’s harp"] },
    ])
  })
})

describe("others", () => {
  test("a family finds its own students and invoices, a child no invoices, and neither finds other people", async () => {
    const family = openPayingFamily()
    addStudentRow(family.school, "Nora", "Haddad")
    invoiceOver(family.school, family, 5_000)
    const guardian = await Browser.of(family.guardian.userId)
    expect(await find(guardian, "haddad")).toEqual([
      { label: "Students", titles: ["Milo Haddad", "Otis Haddad"] },
    ])
    expect((await find(guardian, "2026")).map(({ label }) => label)).toEqual(["Invoices"])
    expect(await pageOf(guardian, "invoices")).toContain("Family")
    expect((await find(guardian, "2026-1")).map(({ label }) => label)).toEqual(["Invoices"])
    const childId = childSignedIn(family.school, family.studentIds[0] ?? "")
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const child = await Browser.of(childId)
    expect(await find(child, "2026")).toEqual([])
    expect(await pageOf(child, "invoices")).toContain("No results for “invoices.”")
  })

  test("a teacher finds the own classes and students, no family and no invoice", async () => {
    const family = openPayingFamily()
    invoiceOver(family.school, family, 5_000)
    const { userId, teacherId } = addMember(family.school, "teacher", "Helena Novak")
    const teacher = await Browser.of(userId)
    for (const text of ["haddad", "2026"]) expect(await find(teacher, text)).toEqual([])
    const [otis = "", milo = ""] = family.studentIds
    const guitar = addClassRow(family.school, { name: "Guitar, Haddad", teacherId })
    addEnrollmentRow(family.school, guitar, otis)
    addEnrollmentRow(family.school, guitar, milo, { endsOn: "2026-10-01" })
    addClassRow(family.school, { name: "Haddad duo" })
    expect(await find(teacher, "haddad")).toEqual([
      { label: "Students", titles: ["Otis Haddad"] },
      { label: "Classes", titles: ["Guitar, Haddad"] },
    ])
    const html = await teacher.html("/search?q=otis")
    expect(html).toContain(`href="/dashboard/teacher/students/${otis}"`)
    expect(await pageOf(teacher, "today")).toContain("Teaching")
  })

  test("the platform’s staff find schools and their own pages, and no pupil", async () => {
    const { actor } = openSchool({ name: "Rondo Rooms" })
    addStudentRow(actor, "Rondo", "Rooms")
    const staff = await Browser.of(addStaff().userId)
    expect(await find(staff, "rondo")).toEqual([{ label: "Schools", titles: ["Rondo Rooms"] }])
    expect(await pageOf(staff, "refunds")).toContain("Transactions")
  })

  test("a school that has not paid is sent to the plans", async () => {
    const pending = await Browser.of(openSchool({ active: false }).userId)
    for (const path of ["/search", "/search.json"])
      expect((await pending.visit(`${path}?q=x`)).headers.get("Location")).toBe("/select-plan?upgrade=true")
    expect((await new Browser().visit("/search?q=x")).headers.get("Location")).toBe(
      "/auth/login?to=%2Fsearch%3Fq%3Dx",
    )
  })
})

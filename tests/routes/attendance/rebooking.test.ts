import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import { findUser } from "~/models/accounts/user/user.server"
import { bookStudent, claim } from "~/models/teaching/session/claim.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { Browser, locationOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addPriceRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { recordStatements } from "../../support/query-plan"
import { removeRows, rowOf, rowsOf } from "../../support/school"

// Otis has guitar with Marcus on Wednesdays at 4, who also teaches Mondays from 9 to 11. Absence and make-up lesson are one
// form, without scripts.

type Family = ReturnType<typeof openPayingFamily>
let [school, otis, marcus, classId, next] = [] as unknown as [
  Family["school"],
  string,
  string,
  string,
  string,
]
let [enrollment, guardianId] = [] as unknown as [string, string]
let [family, office, guardianEmail] = [] as unknown as [Browser, Browser, string]

beforeEach(async () => {
  const opened = openPayingFamily()
  school = opened.school
  ;[otis = ""] = opened.studentIds
  marcus = addTeacherRow(school, "Marcus Whitfield")
  classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId: marcus })
  enrollment = addEnrollmentRow(school, classId, otis)
  addPriceRow(school, classId, { amountMinor: 3000 })
  next = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
  bookStudent(school, enrollment)
  addHours(school, marcus, { weekday: 1, fromTime: "09:00", toTime: "11:00" })
  guardianId = opened.guardian.userId
  family = await Browser.of(guardianId)
  office = await Browser.of(school.userId ?? "")
  guardianEmail = findUser(opened.guardian.userId)?.email ?? ""
})

const page = () => `/student/schedule/${next}?child=${otis}`
const officePage = () => `/students/${otis}/absence`
const monday = "2026-11-23 09:30"
const report = (fields: Record<string, string>) =>
  family.submit(page(), { child: otis, intent: "cannot", reason: "A trip", ...fields })
const ofOtis = () => rowsOf(seats, { studentId: otis })
const noticed = () => ofOtis().filter(({ noticeAt }) => noticeAt !== null).length
const madeUp = () => ofOtis().filter(({ kind }) => kind === "make_up").length
const credits = () => rowsOf(makeUpCredits, { studentId: otis })
const confirmations = () =>
  rowsOf(emails, { recipient: guardianEmail })
    .filter(({ template }) => template === "family-confirmation")
    .map(({ data }) => JSON.parse(data))

/** The radio of a time, and whether it is chosen. */
const radio = (html: string, value: string) =>
  new RegExp(`<input[^>]*type="radio"[^>]*value="${value}"[^>]*>`).exec(html)?.[0]

/** Marcus teaches someone else then. */
function takeTime(startTime: string) {
  const other = addClassRow(school, { name: "Freya, guitar", instrument: "Guitar", teacherId: marcus })
  const enrollmentId = addEnrollmentRow(school, other, addStudentRow(school, "Freya", "Lind"))
  const id = addSessionRow(school, other, "2026-11-23", { teacherId: marcus, startTime })
  bookStudent(school, enrollmentId)
  const row = rowOf(sessions, { id })
  if (row) claim(school, row, [])
}

describe("a family", () => {
  test("chooses the make-up lesson beside the absence: both in one step, in one email", async () => {
    const html = await family.html(page())
    expect(html).toContain("You’ll get 1 make-up credit to use by")
    expect(radio(html, "")).toContain("checked")
    expect(radio(html, monday)).not.toContain("checked")
    await expect(report({ offer: monday })).toLead(303, page())
    const text = await family.read(page())
    expect(text).toContain(
      "Absence reported, and make-up lesson booked for Mon, Nov 23, 9:30 AM. 1 credit used.",
    )
    expect(text).toContain("You used the credit for this absence to book a make-up lesson on Mon, Nov 23")
    expect([noticed(), madeUp(), credits().map(({ usedAt }) => usedAt !== null)]).toEqual([1, 1, [true]])
    expect(confirmations()).toMatchObject([
      {
        what: "absence",
        effects: expect.arrayContaining([
          "Make-up lesson booked: Mon, Nov 23, 9:30 AM, Otis Haddad, guitar. It uses 1 make-up credit. What wasn’t charged for the missed lesson is charged for this one.",
        ]),
      },
    ])
    // A form that waited on the device may arrive twice.
    const again = await report({ offer: monday })
    expect(again.status).toBe(303)
    expect(await family.read(locationOf(again))).toContain(
      "Absence reported, and make-up lesson booked for Mon, Nov 23, 9:30 AM. 1 credit used.",
    )
    expect([noticed(), madeUp(), credits().length]).toEqual([1, 1, 1])
  })

  test("reports the absence alone, as before", async () => {
    expect((await report({ offer: "" })).status).toBe(303)
    expect([noticed(), madeUp()]).toEqual([1, 0])
    expect(credits()).toMatchObject([{ usedAt: null }])
  })

  test("saves nothing once the time is taken, and keeps what it wrote beside the other times", async () => {
    takeTime("09:30")
    const refused = await report({ offer: monday })
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain("Nothing is saved yet. This time is no longer free. Choose another.")
    expect(html).toContain("<title>Error:")
    expect(html).toContain('value="A trip"')
    expect(radio(html, monday)).toBeUndefined()
    expect(radio(html, "")).not.toContain("checked")
    expect(radio(html, "2026-11-30 09:30")).toBeDefined()
    expect([noticed(), madeUp(), credits().length, confirmations().length]).toEqual([0, 0, 0, 0])
  })

  test("isn’t offered a time while it is away, nor without a credit", async () => {
    const away = await report({ offer: "2026-11-30 09:30", until: "2026-12-01" })
    await expect(away).toAnswer(409, "The student is away on that day. Choose a later time.")
    expect((await report({ offer: "some other time" })).status).toBe(400)
    expect([noticed(), madeUp()]).toEqual([0, 0])
    const soon = addSessionRow(school, classId, "2026-11-18", { teacherId: marcus, startTime: "19:00" })
    const html = await family.html(`/student/schedule/${soon}?child=${otis}`)
    expect(html).toContain(
      "You won’t get a make-up credit: late notice counts as “Absent,” which earns none.",
    )
    expect(radio(html, "")).toBeUndefined()
    const late = await family.submit(`/student/schedule/${soon}`, {
      child: otis,
      intent: "cannot",
      offer: monday,
    })
    await expect(late).toAnswer(409, "The absence earns no make-up credit, so there’s nothing to book with.")
    expect(noticed()).toBe(0)
  })
})

test("neither page asks the database more than 25 times", async () => {
  for (const [browser, path] of [
    [family, page()],
    [office, officePage()],
  ] as const) {
    await browser.html(path)
    const asked = await recordStatements(async () => browser.html(path))
    const own = asked.filter(
      ({ sql }) => !/^\s*pragma|total_changes|platform_notices|"blocks"|"announcements"/i.test(sql),
    )
    expect(own.length).toBeLessThanOrEqual(25)
  }
})

describe("the office", () => {
  test("records the absence and books the make-up lesson in one step", async () => {
    const html = await office.html(officePage())
    expect(html).toContain("The absence on Wed, Nov 25 earns 1 make-up credit, to use by Feb 23, 2027.")
    expect(radio(html, "")).toContain("checked")
    await expect(office.submit(officePage(), { lessons: [next], text: "Flu", offer: monday })).toAnswer(303)
    expect(await office.read(`/students/${otis}`)).toContain(
      "Make-up lesson booked: Otis Haddad, guitar, Mon, Nov 23, 9:30 AM. 1 credit used. No one gets an email about it, so let the family know.",
    )
    expect([noticed(), madeUp()]).toEqual([1, 1])
    expect(rowsOf(sessions, { classId, localDate: "2026-11-23" })).toHaveLength(1)
    // The second of a double click is answered like the first.
    await expect(office.submit(officePage(), { lessons: [next], text: "Flu", offer: monday })).toAnswer(303)
    expect((await office.submit(`/students/${otis}/make-up`, { offer: monday })).status).toBe(303)
    await expect(family.submit("/student/schedule/make-up", { child: otis, offer: monday })).toAnswer(303)
    expect([noticed(), madeUp(), credits().length, confirmations().length]).toEqual([1, 1, 1, 0])
  })

  test("records every lesson until the last day away, and books none on it", async () => {
    const later = ["2026-12-02", "2026-12-09", "2026-12-16"].map((date) =>
      addSessionRow(school, classId, date, { teacherId: marcus, startTime: "16:00" }),
    )
    removeRows(bookings, { resourceId: otis })
    bookStudent(school, enrollment)
    const away = { lessons: [next], text: "Trip", until: "2026-12-09" }
    const refused = await office.submit(officePage(), { ...away, offer: "2026-11-30 09:30" })
    await expect(refused).toAnswer(409, "The student is away on that day. Choose a later time.")
    for (const until of ["2026-11-24", "2027-06-01", "2026-02-30"])
      expect((await office.submit(officePage(), { ...away, until })).status).toBe(400)
    expect(noticed()).toBe(0)
    expect((await office.submit(officePage(), { ...away, offer: "2026-12-14 09:30" })).status).toBe(303)
    const absent = ofOtis().filter(({ noticeAt }) => noticeAt !== null)
    expect(absent.map(({ sessionId }) => sessionId).sort()).toEqual([next, ...later.slice(0, 2)].sort())
  })

  test("and the family can report again without losing that it was reported in time", async () => {
    expect((await office.submit(officePage(), { lessons: [next], text: "Flu" })).status).toBe(303)
    const first = ofOtis()[0]?.noticeAt
    fixClock(Date.parse("2026-11-25T19:00:00Z"))
    office = await Browser.of(school.userId ?? "")
    family = await Browser.of(guardianId)
    expect((await office.submit(officePage(), { lessons: [next], text: "" })).status).toBe(303)
    expect((await report({})).status).toBe(303)
    expect(ofOtis()[0]).toMatchObject({ noticeAt: first, noticeText: "A trip" })
    expect(credits()).toMatchObject([{ revokedAt: null }])
  })

  test("loses nothing when the time was taken or the absence earns no credit", async () => {
    takeTime("09:30")
    const taken = await office.submit(officePage(), { lessons: [next], text: "Flu", offer: monday })
    expect(taken.status).toBe(409)
    const html = await taken.text()
    expect(html).toContain("This time is no longer free. Choose another.")
    expect(html).toContain('value="Flu"')
    const soon = addSessionRow(school, classId, "2026-11-18", { teacherId: marcus, startTime: "19:00" })
    const late = await office.submit(officePage(), { lessons: [soon], offer: "2026-11-30 09:30" })
    await expect(late).toAnswer(409, "The absence earns no make-up credit, so there’s nothing to book with.")
    expect([noticed(), madeUp(), credits().length]).toEqual([0, 0, 0])
  })

  const undoButton = async () => {
    const html = await office.html(`/students/${otis}`)
    expect(html).toContain("Undo")
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ""
    return { intent: "undo-absence", lessons: value("lessons"), makeUp: value("makeUp") }
  }
  const ofMonday = () => rowsOf(sessions, { classId, localDate: "2026-11-23" })

  test("undoes the absence, the make-up lesson and its credit as one, and only once", async () => {
    await office.submit(officePage(), { lessons: [next], text: "Flu", offer: monday })
    const undo = await undoButton()
    const familyMails = rowsOf(emails, { recipient: guardianEmail }).length
    expect((await office.submit(officePage(), undo)).status).toBe(303)
    expect(await office.read(`/students/${otis}`)).toContain(
      "Absence of Otis Haddad undone, make-up lesson canceled.",
    )
    expect([noticed(), madeUp(), ofMonday().length]).toEqual([0, 0, 0])
    expect(credits().filter(({ revokedAt }) => revokedAt === null)).toEqual([])
    expect(rowsOf(emails, { recipient: guardianEmail })).toHaveLength(familyMails)
    expect((await office.submit(officePage(), undo)).status).toBe(303)
    expect(await office.read(`/students/${otis}`)).toContain("Nothing is undone.")
  })

  test("undoes an absence alone, of all its lessons or of none", async () => {
    const after = addSessionRow(school, classId, "2026-12-02", { teacherId: marcus, startTime: "16:00" })
    await office.submit(officePage(), { lessons: [next, after], text: "Flu" })
    const undo = await undoButton()
    expect(noticed()).toBe(2)
    const foreign = await office.submit(officePage(), { ...undo, lessons: `${next} another` })
    expect([foreign.status, noticed()]).toEqual([404, 2])
    await office.submit(officePage(), undo)
    expect(noticed()).toBe(0)
    // A new reason for an absence that is known is not an absence to undo.
    await office.submit(officePage(), { lessons: [next], text: "Flu" })
    await office.submit(officePage(), { lessons: [next, after], text: "Trip" })
    expect((await undoButton()).lessons).toBe(after)
  })

  /** Wednesdays and Fridays from the next lesson on, 20 in all. */
  const twentyLessons = () => {
    const dates = Array.from({ length: 10 }, (_, week) => addDays("2026-11-25", week * 7))
    const rows = [...dates.slice(1), ...dates.map((date) => addDays(date, 2))].map((date) =>
      addSessionRow(school, classId, date, { teacherId: marcus, startTime: "16:00" }),
    )
    removeRows(bookings, { resourceId: otis })
    bookStudent(school, enrollment)
    return { all: [next, ...rows], until: addDays("2026-11-25", 9 * 7 + 2) }
  }
  const openCredits = () => credits().filter(({ revokedAt }) => revokedAt === null)

  test("undoes twenty lessons until the last day away, and their make-up lesson, in one step", async () => {
    const { all, until } = twentyLessons()
    // Before the first day away, so that the lesson isn't on it.
    const trip = { lessons: [next], text: "Trip", until, offer: monday }
    expect((await office.submit(officePage(), trip)).status).toBe(303)
    expect([all.length, noticed(), madeUp(), ofMonday().length]).toEqual([20, 20, 1, 1])
    const undo = await undoButton()
    expect(undo.lessons.split(" ").sort()).toEqual([...all].sort())
    expect((await office.submit(officePage(), undo)).status).toBe(303)
    expect(await office.read(`/students/${otis}`)).toContain(
      "Absence of Otis Haddad undone, make-up lesson canceled.",
    )
    expect([noticed(), madeUp(), ofMonday().length, openCredits().length]).toEqual([0, 0, 0, 0])
  })

  test("a form that comes twice offers the Undo of the first, and it leaves nothing behind", async () => {
    const { until } = twentyLessons()
    const trip = { lessons: [next], text: "Trip", until, offer: monday }
    await office.submit(officePage(), trip)
    const first = await undoButton()
    expect((await office.submit(officePage(), trip)).status).toBe(303)
    const html = await office.html(`/students/${otis}`)
    expect(html).toContain("Make-up lesson booked: Otis Haddad, guitar")
    expect(html).toContain("1 credit used.")
    expect(html).toContain('value="undo-absence"')
    expect([noticed(), madeUp(), ofMonday().length]).toEqual([20, 1, 1])
    await office.submit(officePage(), trip)
    const undo = await undoButton()
    const sorted = (lessons: string) => lessons.split(" ").sort()
    expect([undo.makeUp, sorted(undo.lessons)]).toEqual([first.makeUp, sorted(first.lessons)])
    await office.submit(officePage(), undo)
    expect([noticed(), madeUp(), ofMonday().length, openCredits().length]).toEqual([0, 0, 0, 0])
    await office.submit(officePage(), { lessons: [next], text: "Flu" })
    fixClock(testNow + 10 * 60_000)
    await office.submit(officePage(), { lessons: [next], text: "Flu" })
    expect(await office.read(`/students/${otis}`)).not.toContain("Undo")
  })

  test("leaves an absence that was known before, with its moment and credit, after Undo of a range", async () => {
    const { all, until } = twentyLessons()
    const [, known = ""] = all
    await office.submit(officePage(), { lessons: [known], text: "Dentist" })
    const before = ofOtis().find(({ sessionId }) => sessionId === known)
    fixClock(testNow + 60_000)
    await office.submit(officePage(), { lessons: [next], text: "Trip", until, offer: monday })
    const undo = await undoButton()
    expect([undo.lessons.split(" ").length, undo.lessons.includes(known)]).toEqual([19, false])
    await office.submit(officePage(), undo)
    expect(await office.read(`/students/${otis}`)).toContain("make-up lesson canceled.")
    const left = ofOtis().filter(({ noticeAt }) => noticeAt !== null)
    expect(left).toMatchObject([{ sessionId: known, noticeAt: before?.noticeAt, noticeText: "Dentist" }])
    expect(openCredits()).toMatchObject([{ originSeatId: left[0]?.id, usedAt: null }])
  })
})

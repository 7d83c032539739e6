import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type OpenTimeRule, usualOpenTimes } from "~/models/attendance/open-time/open-time"
import { changeOpenTimeRule, changeOpenTimesOf } from "~/models/attendance/open-time/open-time-rules.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import { addPackageOffer, sellPackage } from "~/models/money/package/sell-package.server"
import { setLaterTeacher } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { childSignedIn, openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addPriceRow,
  addScheduleRow,
  addSessionRow,
  addStudentRow,
} from "../../support/lessons"
import { addMember } from "../../support/school"
import { sendTold } from "../../support/told"

// Otis has piano alone with Beatriz, 30 minutes for $40, who teaches on Thursdays from 3 to 4. Today is Wednesday, November 18, 3:10 PM.

type Opened = Awaited<ReturnType<typeof open>>
let opened: Opened
const at = () => `/student/schedule/make-up?child=${opened.otis}`
const on = (facts: Partial<OpenTimeRule> = {}) =>
  changeOpenTimeRule(opened.school, { ...usualOpenTimes, isOn: true, leadHours: 2, most: 1, ...facts })

async function open(billing: "per_session" | "package" | "monthly" = "per_session") {
  const family = openPayingFamily()
  const { school, studentIds } = family
  const [otis = ""] = studentIds
  const beatriz = addMember(school, "teacher", "Beatriz Alvarez")
  const teacherId = beatriz.teacherId ?? ""
  const classId = addClassRow(school, { name: "Otis Haddad, piano", instrument: "Piano", teacherId })
  addScheduleRow(school, classId)
  addPriceRow(school, classId, { billing, amountMinor: 4000 })
  addEnrollmentRow(school, classId, otis)
  addHours(school, teacherId, { weekday: 4, fromTime: "15:00", toTime: "16:00" })
  const browser = await Browser.of(family.guardian.userId)
  return { ...family, otis, teacherId, beatriz, classId, browser }
}

const valuesIn = (html: string) =>
  [...html.matchAll(/name="offer"[^>]*value="([^"]+)"/g)].map(([, value]) => value ?? "")
const offered = async () => valuesIn(await opened.browser.html(at()))
const book = (offer: string, facts: Record<string, string> = {}) =>
  opened.browser.submit(at(), { child: opened.otis, intent: "open-time", offer, ...facts })
const lessons = () =>
  db()
    .select({ date: sessions.localDate, at: sessions.startTime, state: sessions.state })
    .from(sessions)
    .where(eq(sessions.classId, opened.classId))
    .all()
const rowsOf = (template: string) =>
  db()
    .select()
    .from(emails)
    .where(and(eq(emails.schoolId, opened.school.school.id), eq(emails.template, template)))
    .all()
const mailsOf = (template: string) => rowsOf(template).map(({ data }) => JSON.parse(data))

beforeEach(async () => {
  opened = await open()
})

describe("open times", () => {
  test("end with the teacher’s last day, and before the day from which someone else has the class", async () => {
    on({ daysAhead: 30, most: 9 })
    const days = async () => [...new Set((await offered()).map((value) => value.split(" ")[1] ?? ""))]
    const all = await days()
    expect(all.length).toBeGreaterThan(2)
    const { teacherId, classId, school } = opened
    const leaves = (lastDay: string | null) =>
      db().update(teachers).set({ lastDay }).where(eq(teachers.id, teacherId)).run()
    leaves(all[1] ?? "")
    expect(await days()).toEqual(all.slice(0, 2))
    leaves(null)
    const next = addMember(school, "teacher", "Noor Haddad").teacherId ?? ""
    setLaterTeacher(school, classId, { teacherId: next, from: all[1] ?? "" })
    expect(await days()).toEqual(all.slice(0, 1))
  })

  test("are those until the last day of a class that ends, as one does that is rolled over", async () => {
    on({ daysAhead: 30, most: 9 })
    const all = await offered()
    const end = (endedOn: string) =>
      db().update(classes).set({ endedOn }).where(eq(classes.id, opened.classId)).run()
    end("2027-06-30")
    expect(await offered()).toEqual(all)
    end("2026-11-26")
    expect((await offered()).map((value) => value.split(" ")[1])).toEqual([
      ...["2026-11-19", "2026-11-19", "2026-11-26", "2026-11-26"],
    ])
    end("2026-11-17")
    expect(await offered()).toEqual([])
  })

  test("are off until the school turns them on in its policies", async () => {
    expect(await offered()).toEqual([])
    const office = await Browser.of(opened.school.userId ?? "")
    const row = "/settings/policies?edit=open-times"
    const rule = { intent: "rule", isOn: "on", daysAhead: "10", leadHours: "2", most: "2", per: "month" }
    await expect(office.submit(row, { ...rule, daysAhead: "90" })).toAnswer(400, "from 1 to 60")
    expect((await office.submit(row, rule)).status).toBe(303)
    expect((await offered()).map((value) => value.split(" ").slice(1))).toEqual([
      ["2026-11-19", "15:00", "4000"],
      ["2026-11-19", "15:30", "4000"],
      ["2026-11-26", "15:00", "4000"],
      ["2026-11-26", "15:30", "4000"],
    ])
    expect(await opened.browser.read("/student/policies")).toContain(
      "You can book more lessons at open times. Up to 10 days ahead",
    )
  })

  test("are booked with their price said before, and are charged once they took place", async () => {
    on()
    const page = await opened.browser.read(at())
    expect(page).toMatch(
      /Each time is for Piano one-on-one with Beatriz Alvarez: \$40\.00 ?\. Thursday, November 19 3:00 to 3:30 PM 3:30/,
    )
    const [first = ""] = await offered()
    const booked = await book(first)
    expect(booked.headers.get("Location")).toMatch(/^\/student\/schedule\//)
    expect(lessons()).toEqual([{ date: "2026-11-19", at: "15:00", state: "planned" }])
    // The same press again leads to the same lesson.
    expect((await book(first)).headers.get("Location")).toBe(booked.headers.get("Location"))
    expect(lessons()).toHaveLength(1)
    expect(mailsOf("open-time")).toMatchObject([
      { what: "booked", by: "Jonas Haddad", className: "Otis Haddad, piano" },
    ])
    expect(rowsOf("open-time").map(({ soonestAt }) => soonestAt)).toEqual([Date.parse("2026-11-19T20:00Z")])
    expect(mailsOf("family-confirmation")).toMatchObject([
      {
        what: "open-time",
        studentName: "Otis",
        effects: ["It costs $40.00."],
        calendar: [{ startsAt: Date.parse("2026-11-19T20:00Z"), isCanceled: false }],
      },
    ])
    sendTold(opened.school)
    expect(mailsOf("session-changed")).toMatchObject([{ change: "added", forTeacher: true }])
    const sessionId = /schedule\/([^?]+)/.exec(locationOf(booked))?.[1] ?? ""
    fixClock(testNow + 2 * 86_400_000)
    takeRegister(opened.school, sessionId, { marks: [{ studentId: opened.otis, code: "present" }] })
    expect(listUnbilledCharges(opened.school, { familyId: opened.familyId })).toMatchObject([
      { amountMinor: 4000 },
    ])
  })

  test("are canceled by the family within the notice: nothing is charged or earned, and the limit is free again", async () => {
    on()
    const values = await offered()
    const late = await book(values[0] ?? "")
    await expect(book(values[1] ?? "")).toAnswer(409, "limit")
    const lateAt = locationOf(late)
    expect(await opened.browser.read(lateAt)).not.toContain("Cancel booking")
    const refused = await opened.browser.submit(lateAt, { child: opened.otis, intent: "cancel-booking" })
    expect(await opened.browser.read(locationOf(refused))).toContain("too late to cancel")
    const next = (await offered())[0] ?? ""
    expect(next).toContain("2026-11-26")
    const there = locationOf(await book(next))
    expect(await opened.browser.read(there)).toContain("It costs $40.00. You can cancel this lesson until")
    await opened.browser.submit(there, { child: opened.otis, intent: "cancel-booking" })
    expect(lessons().at(-1)).toMatchObject({ state: "cancelled" })
    expect(db().select().from(makeUpCredits).where(eq(makeUpCredits.studentId, opened.otis)).all()).toEqual(
      [],
    )
    expect(mailsOf("open-time").map(({ what }) => what)).toEqual(["booked", "booked", "canceled"])
    expect((await offered())[0]).toContain("2026-11-26")
    // Booked again, it's another lesson in the calendar.
    await book((await offered())[0] ?? "")
    const uids = mailsOf("family-confirmation")
      .slice(-3)
      .map(({ what, calendar }) => [what, calendar[0].uid])
    expect(uids.map(([what]) => what)).toEqual(["open-time", "open-time-canceled", "open-time"])
    expect(new Set(uids.map(([, uid]) => uid)).size).toBe(2)
  })

  test("are canceled, too, by an absence over several days that begins with another lesson", async () => {
    on()
    const weekly = addSessionRow(opened.school, opened.classId, "2026-11-25", {
      startTime: "15:00",
      minutes: 30,
    })
    await book((await offered()).find((value) => value.includes("2026-11-26")) ?? "")
    const page = `/student/schedule/${weekly}?child=${opened.otis}`
    const away = { child: opened.otis, intent: "absent", reason: "Trip", until: "2026-11-27" }
    const reported = await opened.browser.submit(page, away)
    expect(await opened.browser.read(locationOf(reported))).toContain(
      "Absence reported to the school and the teacher. 1 booked lesson canceled, without a charge.",
    )
    expect(lessons().map(({ date, state }) => `${date} ${state}`)).toEqual([
      "2026-11-25 planned",
      "2026-11-26 cancelled",
    ])
    expect(
      db().select().from(makeUpCredits).where(eq(makeUpCredits.studentId, opened.otis)).all().length,
    ).toBe(1)
    expect((await offered()).some((value) => value.includes("2026-11-26"))).toBe(true)
  })

  test("that are taken, closed, too late, changed in price or not this student’s are refused", async () => {
    on()
    const [first = "", second = ""] = await offered()
    addSession(opened.school, {
      classId: addClassRow(opened.school, { teacherId: opened.teacherId }),
      date: "2026-11-19",
      startTime: "15:00",
      minutes: 30,
    })
    await expect(book(first)).toAnswer(409, "no longer free")
    addPriceRow(opened.school, opened.classId, { amountMinor: 5000, fromDate: "2026-10-01" })
    await expect(book(second)).toAnswer(409, "price has changed")
    addClosureRow(opened.school, "2026-11-26")
    expect((await offered()).some((value) => value.includes("2026-11-26"))).toBe(false)
    expect((await book(`${opened.classId} 2026-11-26 15:00 5000`)).status).toBe(409)
    for (const [offer, status] of [
      ["", 400],
      ["nonsense", 400],
      [`${opened.classId} 2026-13-45 15:00 5000`, 400],
      [`${opened.classId} 2027-11-18 15:00 5000`, 409],
      [`nowhere 2026-12-03 15:00 5000`, 409],
    ] as const)
      expect((await book(offer)).status, offer).toBe(status)
    const stranger = addStudentRow(opened.school, "Nadia", "Kim")
    expect((await book(second, { child: stranger })).status).toBe(404)
    expect(lessons()).toEqual([])
  })

  test("aren’t for paused or former students, for a child, or for who sees no money", async () => {
    on()
    const [first = ""] = await offered()
    for (const status of ["paused", "former"] as const) {
      db().update(students).set({ status }).where(eq(students.id, opened.otis)).run()
      await expect(book(first)).toAnswer(409, "take lessons now")
    }
    db().update(students).set({ status: "active" }).where(eq(students.id, opened.otis)).run()
    const childId = childSignedIn(opened.school, opened.otis)
    db().update(users).set({ mustChangePassword: false }).where(eq(users.id, childId)).run()
    const child = await Browser.of(childId)
    expect(await child.read(at())).not.toContain("$")
    const refused = await child.submit(at(), { child: opened.otis, intent: "open-time", offer: first })
    await expect(refused).toAnswer(409, "parent or guardian")
    expect(lessons()).toEqual([])
  })

  test("follow a teacher’s own rule", async () => {
    on()
    const office = await Browser.of(opened.school.userId ?? "")
    const page = `/settings/policies/open-times?teacher=${opened.teacherId}`
    const rule = { intent: "rule", daysAhead: "5", leadHours: "2", most: "2", per: "week" }
    await office.submit(page, { ...rule, isOn: "on" })
    expect(await offered()).toHaveLength(2)
    await office.submit(page, rule)
    expect(await offered()).toEqual([])
    await office.submit(page, { intent: "school-rule" })
    expect((await offered()).length).toBeGreaterThan(2)
    expect((await office.visit("/settings/policies/open-times?teacher=elsewhere")).status).toBe(404)
    expect(changeOpenTimesOf(opened.school, "elsewhere", null)).toBeRefused("not-found")
  })
})

test("a lesson of a package takes one of it, and says so before", async () => {
  opened = await open("package")
  on()
  const { school, familyId, otis } = opened
  expect(await opened.browser.read(at())).toContain(": $40.00")
  const ten = addPackageOffer(school, { name: "Ten", lessons: 10, price: 36_000, restRule: "forfeit" })
  sellPackage(school, {
    offerId: ten.ok ? ten.id : "",
    familyId,
    studentId: otis,
    soldOn: "2026-11-18",
    formKey: "ten",
  })
  expect(await opened.browser.read(at())).toContain(
    "1 lesson of your package, 10 left; $40.00 if none is left by then",
  )
  const later = await book((await offered()).find((value) => value.includes("2026-11-26")) ?? "")
  expect(await opened.browser.read(locationOf(later))).toContain(
    "It costs 1 lesson of your package, 10 left; $40.00 if none is left by then. You can cancel",
  )
  const booked = await book((await offered())[0] ?? "")
  const sessionId = /schedule\/([^?]+)/.exec(locationOf(booked))?.[1] ?? ""
  fixClock(testNow + 2 * 86_400_000)
  takeRegister(school, sessionId, { marks: [{ studentId: otis, code: "present" }] })
  expect(listFamilyPackages(school, familyId)).toMatchObject([{ leftUnits: 900 }])
})

test("a class with a monthly fee has no price for one more lesson", async () => {
  opened = await open("monthly")
  on()
  expect(await offered()).toEqual([])
})

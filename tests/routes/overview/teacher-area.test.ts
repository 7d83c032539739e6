import { subscriptions } from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { payRates } from "db/schema/money-pay"
import { members, students } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { teacherAvailability, timeOff } from "db/schema/teaching-teacher-time"
import { describe, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { now } from "~/utils/clock.server"
import { Browser, rowCount, textOf } from "../../support/app"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

/** Marcus with Wren's weekly guitar, and Beatriz with Amara's piano, at one school. */
async function openStudio() {
  const { actor, userId } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const guitar = addClassRow(actor, {
    name: "Wren Adeyemi, guitar",
    instrument: "Guitar",
    teacherId: marcus.teacherId,
  })
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  addEnrollmentRow(actor, guitar, wren)
  makeSessions(actor, addScheduleRow(actor, guitar, { startTime: "16:00" }), "2026-12-31", {
    from: "2026-11-01",
  })
  const piano = addClassRow(actor, {
    name: "Amara Okafor, piano",
    instrument: "Piano",
    teacherId: addTeacherRow(actor, "Beatriz Alvarez"),
  })
  const amara = addStudentRow(actor, "Amara", "Okafor")
  addEnrollmentRow(actor, piano, amara)
  return {
    actor,
    marcus,
    guitar,
    wren,
    piano,
    amara,
    browser: await Browser.of(marcus.userId),
    office: await Browser.of(userId),
  }
}

const setMedical = (studentId: string, medicalNotes: string) =>
  changeRows(students, { id: studentId }, { medicalNotes })
const verbsOf = (actor: Actor, noun: string) =>
  rowsOf(events, { schoolId: actor.school.id, noun }).map(({ verb }) => verb)

describe("a teacher’s own classes and students", () => {
  test("are listed, found by name, and no other teacher’s are", async () => {
    const { browser } = await openStudio()
    const classes = await browser.read("/dashboard/teacher/classes")
    expect(classes).toContain("Wren Adeyemi, guitar Private Wed 4:00 PM, weekly")
    expect(classes).not.toContain("Amara")
    const found = await browser.read("/dashboard/teacher/students?q=w%C5%95en")
    expect(found).toContain("Wren Adeyemi")
    const none = await browser.read("/dashboard/teacher/students?q=%3Cb%3E")
    expect(none).toContain("No students match “<b>.”")
    expect(await browser.read("/dashboard/teacher/students")).not.toContain("Amara")
  })

  test("open with what to know: medical notes, absence notices, the next session, last notes", async () => {
    const { actor, marcus, browser, guitar, wren } = await openStudio()
    setMedical(wren, "Asthma, inhaler in the bag")
    const coming = addSessionRow(actor, guitar, "2026-11-20", { teacherId: marcus.teacherId })
    recordNotice(actor, coming, wren, { at: now() - 1000, text: "school trip" })
    const text = await browser.read(`/dashboard/teacher/class/${guitar}`)
    expect(text).toContain("Medical: Asthma, inhaler in the bag")
    expect(text).toContain("can’t come Fri, Nov 20: school trip")
    const student = await browser.read(`/dashboard/teacher/students/${wren}`)
    expect(student).toContain("Medical: Asthma, inhaler in the bag")
    expect(student).toContain("Can’t come Fri, Nov 20: school trip.")
    expect(student).not.toContain("$")
  })

  test("of another person are not there, like those that never were", async () => {
    const { browser, piano, amara } = await openStudio()
    const stranger = addMember(openSchool().actor, "teacher", "Judith Lang")
    for (const path of [
      `/dashboard/teacher/class/${piano}`,
      `/dashboard/teacher/students/${amara}`,
      "/dashboard/teacher/students/no-such",
    ])
      expect((await browser.visit(path)).status).toBe(404)
    const { guitar, wren } = await openStudio()
    const other = await Browser.of(stranger.userId)
    for (const path of [`/dashboard/teacher/class/${guitar}`, `/dashboard/teacher/students/${wren}`])
      expect((await other.visit(path)).status).toBe(404)
  })
})

describe("a teacher’s schedule", () => {
  test("is theirs alone, by week and by month; a strange address shows the present week", async () => {
    const { browser } = await openStudio()
    const week = await browser.read("/dashboard/teacher/schedule")
    expect(week).toContain("4:00 to 4:30 PM Wren Adeyemi")
    expect(week).not.toContain("Amara")
    const month = await browser.read("/dashboard/teacher/schedule?view=month")
    expect(month).toContain("November 2026")
    await expect(browser.visit("/dashboard/teacher/schedule?view=%00&date=2026-02-31")).toAnswer(200)
  })

  test("time off is requested once, answered by the office, and can be canceled", async () => {
    const { actor, marcus, browser } = await openStudio()
    const ask = (fields: Record<string, string>) =>
      browser.submit("/dashboard/teacher/schedule", { intent: "request", ...fields })
    const days = { startsOn: "2026-11-25", endsOn: "2026-11-27", reason: "A concert in Lyon" }
    expect((await ask(days)).headers.get("Location")).toBe("/dashboard/teacher/schedule?view=time-off")
    await expect(ask(days)).toAnswer(409, "Some of these days are already requested or recorded as time off.")
    for (const [fields, words] of [
      [{ startsOn: "", endsOn: "" }, "Enter the first day."],
      [{ startsOn: "2026-02-30", endsOn: "2026-12-01" }, "Enter a date that exists, like Dec 31, 2026."],
      [{ startsOn: "2026-12-05", endsOn: "2026-12-04" }, "Enter a last day on or after the first day."],
      [
        { ...days, startsOn: "2026-12-01", endsOn: "2026-12-01", reason: "x".repeat(301) },
        "Keep the reason under 300 characters.",
      ],
      [{ startsOn: "2026-11-01", endsOn: "2026-11-02" }, "Choose dates from today on."],
      [{ startsOn: "2026-12-01", endsOn: "2027-12-01" }, "Request at most six months at a time"],
    ] as const) {
      const refused = await ask(fields)
      expect([400, 409]).toContain(refused.status)
      expect(await textOf(refused)).toContain(words)
    }
    expect(await browser.read("/dashboard/teacher/schedule?view=time-off")).toMatch(
      /Wed, Nov 25 to Fri, Nov 27 Requested A concert in Lyon; 1 lesson scheduled/,
    )
    const row = rowOf(timeOff, { teacherId: marcus.teacherId })
    const other = await openStudio()
    const foreign = await other.browser.submit("/dashboard/teacher/schedule", {
      intent: "withdraw",
      timeOffId: row?.id ?? "",
    })
    expect(foreign.status).toBe(404)
    await browser.submit("/dashboard/teacher/schedule", { intent: "withdraw", timeOffId: row?.id ?? "" })
    expect(await browser.read("/dashboard/teacher/schedule?view=time-off")).toContain("Canceled")
    expect(verbsOf(actor, "time-off")).toEqual(["request", "withdraw"])
  })
})

test("time off for a part of a day is requested, approved, and leaves the rest of it", async () => {
  const { marcus, browser, office } = await openStudio()
  const ask = (fromTime: string, toTime: string) =>
    browser.submit("/dashboard/teacher/schedule?view=time-off", {
      intent: "request",
      startsOn: "2026-11-25",
      endsOn: "2026-11-25",
      fromTime,
      toTime,
    })
  const wrong = await ask("18:00", "17:00")
  const html = await wrong.text()
  expect([wrong.status, html.includes("Enter an end time after the start time.")]).toEqual([400, true])
  expect(html).toContain('value="18:00"')
  expect((await ask("25:00", "")).status).toBe(400)
  expect((await ask("17:00", "18:00")).status).toBe(303)
  const page = `/teachers/${marcus.teacherId}`
  expect(await office.read(page)).toContain("Wed, Nov 25, 5:00 to 6:00 PM Requested no lessons scheduled")
  const row = rowOf(timeOff, { teacherId: marcus.teacherId })
  const answer = { intent: "answer-time-off", timeOffId: row?.id ?? "", decision: "approved" }
  expect((await office.submit(page, answer)).status).toBe(303)
  expect(await office.read("/schedule/to-settle")).toContain("All lessons fit.")
})

describe("the office", () => {
  test("answers days off once, with words the teacher reads", async () => {
    const { marcus, browser, office } = await openStudio()
    await browser.submit("/dashboard/teacher/schedule", {
      intent: "request",
      startsOn: "2026-11-25",
      endsOn: "2026-11-25",
    })
    const page = `/teachers/${marcus.teacherId}`
    expect(await office.read(page)).toContain("Wed, Nov 25 Requested 1 lesson scheduled")
    const row = rowOf(timeOff, { teacherId: marcus.teacherId })
    const answer = {
      intent: "answer-time-off",
      timeOffId: row?.id ?? "",
      decision: "approved",
      answer: "Enjoy it",
    }
    expect((await office.submit(page, { ...answer, decision: "maybe" })).status).toBe(400)
    const other = await openStudio()
    expect((await other.office.submit(`/teachers/${other.marcus.teacherId}`, answer)).status).toBe(404)
    expect((await office.submit(page, answer)).status).toBe(303)
    await office.submit(page, { ...answer, decision: "declined" })
    expect(await browser.read("/dashboard/teacher/schedule?view=time-off")).toMatch(
      /Approved 1 lesson scheduled The office: Enjoy it Cancel time off You can be scheduled on these days again, and the office gets an email\. .* Yes, cancel time off/,
    )
  })
})

describe("a teacher’s hours and pay", () => {
  test("add up from the registers taken, each with its rule; a strange month is the present one", async () => {
    const { actor, marcus, guitar, wren, browser } = await openStudio()
    for (const [date, code] of [
      ["2026-11-10", "present"],
      ["2026-11-17", "excused"],
    ] as const) {
      const sessionId = addSessionRow(actor, guitar, date, { teacherId: marcus.teacherId, minutes: 45 })
      takeRegister(actor, sessionId, { marks: [{ studentId: wren, code }] })
    }
    const unpaid = await browser.read("/dashboard/teacher/analytics?month=2026-13")
    expect(unpaid).toContain("November 2026")
    expect(unpaid).toContain("No rate set")
    addRows(payRates, {
      ...newRow(actor),
      teacherId: marcus.teacherId,
      kind: "per_hour",
      amountMinor: 4000,
      fromDate: "2026-01-01",
    })
    const paid = await browser.read("/dashboard/teacher/analytics")
    expect(paid).toContain("1 h 30 min taught 2 lessons 50% attendance $30.00 earned")
    expect(paid).toContain("Tue, Nov 10 45 min $40.00 an hour $30.00")
    expect(paid).toContain("Tue, Nov 17 45 min Not paid, based on attendance $0.00")
    expect(await browser.read("/dashboard/teacher/analytics?month=2026-09")).toContain(
      "No attendance recorded for September 2026 yet.",
    )
  })
})

describe("a teacher’s settings", () => {
  test("what families read is kept as typed, and refused when too long", async () => {
    const { browser } = await openStudio()
    const about = "<b>Studied</b> in Leeds.\nLikes Sor."
    await browser.submit("/dashboard/teacher/settings", { intent: "about", instruments: "Guitar", about })
    const page = await browser.html("/dashboard/teacher/settings")
    expect(page).toContain("&lt;b&gt;Studied&lt;/b&gt; in Leeds.\nLikes Sor.")
    const refused = await browser.submit("/dashboard/teacher/settings", {
      intent: "about",
      about: "x".repeat(1001),
    })
    await expect(refused).toAnswer(400, "under 1,000 characters")
  })

  test("hours are added beside each other, never over each other, and removed only by their teacher", async () => {
    const { marcus, browser } = await openStudio()
    const add = (weekday: string, fromTime: string, toTime: string) =>
      browser.submit("/dashboard/teacher/settings", { intent: "add-hours", weekday, fromTime, toTime })
    expect((await add("1", "15:00", "18:00")).status).toBe(303)
    expect((await add("1", "18:00", "19:00")).status).toBe(303)
    expect((await add("1", "17:30", "20:00")).status).toBe(409)
    expect((await add("8", "15:00", "18:00")).status).toBe(400)
    expect((await add("2", "25:00", "18:00")).status).toBe(400)
    expect((await add("2", "18:00", "15:00")).status).toBe(400)
    const rows = rowsOf(teacherAvailability, { teacherId: marcus.teacherId })
    expect(rows.map(({ fromTime, toTime }) => [fromTime, toTime])).toEqual([
      ["15:00", "18:00"],
      ["18:00", "19:00"],
    ])
    const remove = { intent: "remove-hours", hoursId: rows[0]?.id ?? "" }
    const { browser: other } = await openStudio()
    expect((await other.submit("/dashboard/teacher/settings", remove)).status).toBe(404)
    expect((await browser.submit("/dashboard/teacher/settings", remove)).status).toBe(303)
    expect(rowCount("teacher_availability")).toBe(1)
  })
})

describe("a calendar that other programs read", () => {
  const feedOf = async (browser: Browser, settings: string) => {
    const hadOne = (await browser.html(settings)).includes("/feeds/")
    await browser.submit(settings, { intent: "renew-feed" })
    const html = await browser.html(settings)
    expect(html.includes("The earlier link no longer works.")).toBe(hadOne)
    return /value="http:\/\/localhost:3000(\/feeds\/[\w-]{43}\.ics)"/.exec(html)?.[1] ?? "no address"
  }

  test("opens without a login, has the teacher’s own lessons, and a new address ends the old one", async () => {
    const { actor, browser } = await openStudio()
    const first = await feedOf(browser, "/dashboard/teacher/settings")
    const read = await new Browser().visit(first)
    expect(read.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8")
    const text = await read.text()
    expect(text).toContain("SUMMARY:Wren Adeyemi\r\n")
    expect(text).toContain("DTSTART:20261118T210000Z\r\n")
    expect(text).not.toContain("Amara")
    const second = await feedOf(browser, "/dashboard/teacher/settings")
    expect(second).not.toBe(first)
    expect((await new Browser().visit(first)).status).toBe(404)
    expect((await new Browser().visit(second)).status).toBe(200)
    await browser.submit("/dashboard/teacher/settings", { intent: "end-feed" })
    expect((await new Browser().visit(second)).status).toBe(404)
    expect(verbsOf(actor, "calendar-feed")).toEqual(["renew", "renew", "end"])
    expect(JSON.stringify(rowsOf(events))).not.toContain(second.slice(7, 50))
  })

  test("is closed for people who left, in a school that is not paid, and at any guessed address", async () => {
    const { actor, marcus, browser } = await openStudio()
    const feed = await feedOf(browser, "/dashboard/teacher/settings")
    const isOpen = async () => (await new Browser().visit(feed)).status
    changeRows(members, { userId: marcus.userId }, { deactivatedAt: now() })
    expect(await isOpen()).toBe(404)
    changeRows(members, { userId: marcus.userId }, { deactivatedAt: null })
    expect(await isOpen()).toBe(200)
    changeRows(subscriptions, { schoolId: actor.school.id }, { status: "expired" })
    expect(await isOpen()).toBe(404)
    for (const path of [
      "/feeds/x.ics",
      `/feeds/${"a".repeat(43)}.ics`,
      feed.replace(".ics", ""),
      "/feeds/%00.ics",
    ])
      expect((await new Browser().visit(path)).status).toBe(404)
  })
})

test("a teacher's figures open the classes and the week they count", async () => {
  const { marcus, piano, actor, office } = await openStudio()
  const record = `/teachers/${marcus.teacherId}`
  const html = await office.html(record)
  expect(html).toContain(`href="/schedule?teacher=${marcus.teacherId}"`)
  expect(html).toContain(`href="/attendance/day?teacher=${marcus.teacherId}"`)
  for (const tab of ["lessons", "students", "messages"]) expect(html).toContain(`href="${record}/${tab}"`)
  const list = `/classes?teacher=${marcus.teacherId}`
  expect(html).toContain(`href="${list}"`)
  expect(await office.read(record)).toMatch(/1 class \d+ min of lessons this week/)
  const text = await office.read(list)
  expect(text).toContain("Wren Adeyemi, guitar")
  expect(text).not.toContain("Amara Okafor, piano")
  // One they teach with someone else counts and is listed too.
  addRows(classTeachers, {
    ...newRow(actor),
    classId: piano,
    teacherId: marcus.teacherId,
    startsOn: "2026-11-01",
  })
  expect(await office.read(record)).toContain("2 classes")
  expect(await office.read(list)).toContain("Amara Okafor, piano")
  for (const path of ["/attendance/day", "/schedule"])
    expect((await office.visit(`${path}?teacher=${marcus.teacherId}`)).status).toBe(200)
})

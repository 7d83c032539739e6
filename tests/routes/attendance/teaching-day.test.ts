import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { describe, expect, test } from "vitest"
import { addDays } from "~/utils/dates"
import { Browser } from "../../support/app"
import { testToday } from "../../support/clock"
import { addSessionRow, addStudentRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf } from "../../support/school"

// Marcus teaches Wren at 2:30 and an ensemble of two at 5; it is 3:10.

async function open() {
  const { actor, userId } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const guitar = openClass(actor, {
    class: { name: "Wren, guitar", kind: "private", capacity: 1 },
    pupils: ["Wren Adeyemi"],
  })
  const ensemble = openClass(actor, {
    pupils: ["Aiko Lindqvist", "Theo Haddad"],
  })
  const lesson = addSessionRow(actor, guitar.classId, testToday, { teacherId: marcus.teacherId })
  const later = addSessionRow(actor, ensemble.classId, testToday, {
    startTime: "17:00",
    teacherId: marcus.teacherId,
  })
  return {
    actor,
    marcus,
    wren: guitar.studentIds[0] ?? "",
    classId: guitar.classId,
    lesson,
    later,
    teacher: await Browser.of(marcus.userId),
    office: await Browser.of(userId),
  }
}

const today = "/dashboard/teacher"
const takenAt = (sessionId: string) => rowOf(sessions, { id: sessionId })?.registerTakenAt ?? null

const tap = (studentId: string, sessionId: string, intent = "save") => ({
  intent,
  sessionId,
  [`marks.${studentId}.code`]: "present",
  [`base.${studentId}`]: "present",
})

describe("a teacher’s day", () => {
  test("opens the lesson under way in its place, and saving leads to the next", async () => {
    const { teacher, wren, lesson, later } = await open()
    const page = await teacher.read(today)
    expect(page).toMatch(/All saved, \d{1,2}:\d\d [AP]M/)
    expect(page).toContain("Wren Adeyemi 2:30 to 3:30 PM Now, 20 minutes left")
    expect(page).toContain("Save and next: Guitar ensemble, 5:00")
    const saved = await teacher.submit(today, tap(wren, lesson, "next"))
    await expect(saved).toLead(303, `${today}?lesson=${later}#lesson-${later}`)
    expect(takenAt(lesson)).not.toBeNull()
    const next = await teacher.read(`${today}?lesson=${later}`)
    expect(next).toContain("You can take attendance from 4:50 PM. Expected:")
    expect(next).toContain("Aiko Lindqvist")
  })

  test("a lesson’s line has the note of the last lesson, and its own once that is saved", async () => {
    const { actor, teacher, wren, classId, marcus, lesson, later } = await open()
    const lastWeek = addSessionRow(actor, classId, addDays(testToday, -7), { teacherId: marcus.teacherId })
    const note = (sharedNote: string) => ({ ...tap(wren, lesson, "next"), sharedNote, privateNote: "" })
    await teacher.submit(today, { ...note("Slow scales"), sessionId: lastWeek })
    const isOpen = `${today}?lesson=${later}`
    expect(await teacher.read(isOpen)).toContain("Nov 11: Slow scales")
    await teacher.submit(today, note("Fast scales"))
    const page = await teacher.read(isOpen)
    expect(page).toContain("Nov 18: Fast scales")
    expect(page).not.toContain("Slow scales")
  })

  test("a private lesson takes one tap, which can be undone and never overwrites a mark", async () => {
    const { teacher, office, wren, lesson } = await open()
    const html = await teacher.html(`${today}?lesson=none`)
    expect(html).toContain(`name="base.${wren}"`)
    expect((await teacher.submit(today, tap(wren, lesson))).headers.get("Location")).toBe(today)
    expect(await teacher.read(today)).toContain("Attendance saved.")
    const undone = await teacher.submit(`/classes/sessions/${lesson}`, { intent: "undo", from: "today" })
    expect(undone.headers.get("Location")).toBe(`${today}?lesson=${lesson}#lesson-${lesson}`)
    expect(takenAt(lesson)).toBeNull()
    const again = await teacher.submit(`/classes/sessions/${lesson}`, { intent: "undo", from: "today" })
    expect(again.headers.get("Location")).toBe(`/classes/sessions/${lesson}`)
    expect(await teacher.read(`/classes/sessions/${lesson}`)).toContain("already undone")

    const absent = { [`marks.${wren}.code`]: "absent", sharedNote: "", privateNote: "", intent: "save" }
    expect((await office.submit(`/classes/sessions/${lesson}`, absent)).status).toBe(303)
    expect((await teacher.submit(today, tap(wren, lesson))).status).toBe(303)
    expect(await office.html(`/classes/sessions/${lesson}`)).toMatch(/checked="" [^>]*value="absent"/)
  })

  test("names guests, and refuses bad input, other schools and the wrong roles", async () => {
    const { actor, teacher, office, wren, lesson } = await open()
    const bad = await teacher.submit(today, { ...tap(wren, lesson), [`marks.${wren}.code`]: "asleep" })
    await expect(bad).toAnswer(400, "Choose present, late, absent or excused.")
    expect((await teacher.submit(today, tap(wren, "no-such"))).status).toBe(404)
    const other = await open()
    expect((await other.teacher.submit(today, tap(wren, lesson))).status).toBe(404)
    expect((await office.submit(today, tap(wren, lesson))).status).toBe(302)
    expect(addStudentRow(actor, "Leo", "Marsh")).not.toBe("")
    expect(takenAt(lesson)).toBeNull()
  })
})

/** The sign of what a page says that a lesson comes to. */
const signIn = (html: string, id: string) =>
  new RegExp(`name="shown.${id}" value="([^"]*)"`).exec(html)?.[1] ?? ""

describe("a whole day at once", () => {
  test("is shown first, marked and undone", async () => {
    const { marcus, teacher, office, lesson } = await open()
    const path = `/attendance/day?day=${testToday}&teacher=${marcus.teacherId}`
    const text = await office.read(path)
    expect(text).toContain("Wren Adeyemi , 2:30 to 3:30 PM Present")
    expect(text).toContain("1 lesson hasn’t begun")
    expect(await teacher.read("/attendance/day")).toContain("Wren Adeyemi , 2:30 to 3:30 PM")
    const sign = signIn(await teacher.html("/attendance/day"), lesson)
    const fields = { intent: "mark", day: testToday, lesson, [`shown.${lesson}`]: sign }
    const marked = await teacher.submit("/attendance/day", fields)
    expect(marked.headers.get("Location")).toBe(`/attendance/day?day=${testToday}`)
    expect(takenAt(lesson)).not.toBeNull()
    expect(await teacher.read("/attendance/day")).toContain("Attendance saved for 1 lesson.")
    const act = { since: "1000000000000", until: "9000000000000", lessons: lesson }
    const undo = { intent: "undo", day: testToday, ...act }
    await teacher.submit("/attendance/day", undo)
    expect(takenAt(lesson)).toBeNull()
  })

  test("is chosen by teacher, too, for a member of the office who may for the whole school", async () => {
    const { actor, marcus, lesson } = await open()
    const helena = addMember(actor, "teacher", "Helena Novak")
    const { classId } = openClass(actor, { class: { name: "Choir" }, pupils: ["Milo Bell"] })
    const choir = addSessionRow(actor, classId, testToday, { teacherId: helena.teacherId })
    const iris = addMember(actor, "office", "Iris Bell")
    const rights = "see-calendar,calendar"
    changeRows(members, { id: iris.memberId }, { rights })
    const browser = await Browser.of(iris.userId)
    const html = await browser.html(`/attendance/day?teacher=${marcus.teacherId}`)
    for (const part of ["Helena Novak", "Marcus Whitfield", `value="${lesson}"`]) expect(html).toContain(part)
    expect(html).not.toContain(`value="${choir}"`)
    const [, back = ""] = /href="(\/attendance[^"]*)"[^>]*>Attendance</.exec(html) ?? []
    expect((await browser.visit(back.replaceAll("&amp;", "&") || "/dashboard/teacher")).status).toBe(200)
  })

  test("says before what it charges, and shows a changed mark’s amounts before it saves them", async () => {
    const { actor, office, wren, lesson, marcus } = await open()
    const helena = addMember(actor, "teacher", "Helena Novak")
    const { classId } = openClass(actor, { class: { name: "Choir" }, pupils: ["Milo Bell"] })
    const choir = addSessionRow(actor, classId, testToday, {
      startTime: "11:00",
      teacherId: helena.teacherId,
    })
    const html = await office.html("/attendance/day")
    expect(html).toContain("1 charged, $18.00. Marcus Whitfield is paid for 60 minutes.")
    expect(await office.read("/attendance/day")).toContain("2 lessons: 2 charged, $36.00.")
    const sent = {
      intent: "mark",
      day: testToday,
      lesson: [lesson, choir],
      [`shown.${lesson}`]: signIn(html, lesson),
      [`shown.${choir}`]: signIn(html, choir),
      [`marks.${lesson}.${wren}`]: "excused",
    }
    const again = await office.submit("/attendance/day", sent)
    const page = await again.text()
    expect([again.status, takenAt(lesson), takenAt(choir)]).toEqual([200, null, null])
    expect(page).toContain("Check them, then save again.")
    expect(page).toMatch(/<option value="excused" selected="">/)
    const now = signIn(page, lesson)
    expect(now).not.toBe(signIn(html, lesson))
    expect(page).toContain("No one charged.")
    const saved = await office.submit("/attendance/day", { ...sent, [`shown.${lesson}`]: now })
    expect(saved.headers.get("Location")).toBe(`/attendance/day?day=${testToday}`)
    expect([takenAt(lesson), takenAt(choir)].includes(null)).toBe(false)
    const none = await office.submit("/attendance/day", { ...sent, lesson: [] })
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining("Select at least one")])
    const own = { ...sent, teacher: marcus.teacherId, room: "no-such" }
    expect((await office.submit("/attendance/day", own)).status).toBe(404)
  })

  test("refuses an empty choice, an impossible day, and another school’s teacher", async () => {
    const { teacher, office, lesson, marcus } = await open()
    const none = await teacher.submit("/attendance/day", { intent: "mark", day: testToday })
    await expect(none).toAnswer(400, "Select at least one lesson.")
    const bad = { intent: "mark", day: "2026-02-30", lesson }
    expect((await teacher.submit("/attendance/day", bad)).status).toBe(400)
    const foreign = { intent: "mark", day: testToday, lesson, teacher: marcus.teacherId }
    const other = await open()
    expect((await other.office.submit("/attendance/day", foreign)).status).toBe(404)
    expect((await other.teacher.submit("/attendance/day", { ...foreign, teacher: "" })).status).toBe(303)
    expect(takenAt(lesson)).toBeNull()
    expect((await office.visit("/attendance/day?day=2026-99-99&teacher=no-such")).status).toBe(200)
  })
})

describe("locked attendance", () => {
  test("is set in the school’s rules, refused to the teacher and corrected by the office with a reason", async () => {
    const { actor, teacher, office, classId, marcus, wren } = await open()
    const old = addSessionRow(actor, classId, addDays(testToday, -20), { teacherId: marcus.teacherId })
    const path = `/classes/sessions/${old}`
    const form = (code: string, more = {}) => ({
      [`marks.${wren}.code`]: code,
      sharedNote: "",
      privateNote: "",
      intent: "save",
      ...more,
    })
    expect((await teacher.submit(path, form("present"))).status).toBe(303)
    const rules = (attendanceLockDays: string) =>
      office.submit("/settings/policies?edit=locking", {
        intent: "attendance",
        attendanceLockDays,
        attendanceReminder: "morning",
      })
    await expect(rules("0")).toAnswer(400, "Enter a number of days from 1 to 365, or leave it blank.")
    expect((await rules("14")).status).toBe(303)
    expect(rowOf(schools, { id: actor.school.id })).toMatchObject({
      attendanceLockDays: 14,
      attendanceReminder: "morning",
    })
    const refused = await teacher.submit(path, form("absent"))
    await expect(refused).toAnswer(400, "This attendance is locked. Ask the office to correct it.")
    await expect(office.submit(path, form("absent"))).toAnswer(400, "Enter a reason.")
    expect((await office.submit(path, form("absent", { reason: "The family wrote" }))).status).toBe(303)
    expect(await office.read("/settings/admin/log")).toContain(
      "corrected locked attendance: The family wrote",
    )
  })
})

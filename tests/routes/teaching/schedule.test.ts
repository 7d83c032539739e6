import { schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { undoOf } from "../../support/forms"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf } from "../../support/school"

let office: Browser
let actor: Actor
let marcus: ReturnType<typeof addMember>
let hall: string
let trio: string

/** Harmony in the week of November 16: guitar on Wednesday, two Friday groups in one Hall, Thursday closed. */
function openHarmony() {
  const { actor: school, userId } = openSchool()
  const teacher = addMember(school, "teacher", "Marcus Whitfield")
  const helena = addTeacherRow(school, "Helena Novak", "voice")
  const room = addRoomRow(school, "Hall")
  const studio = addRoomRow(school, "Studio 3")
  addClosureRow(school, "2026-11-19", "2026-11-19", "Staff training")
  const teach = (
    name: string,
    rule: { rrule: string; startTime: string },
    facts: Parameters<typeof addClassRow>[1],
  ) => {
    const classId = addClassRow(school, { name, ...facts })
    makeSessions(school, addScheduleRow(school, classId, rule), "2026-12-18", { from: "2026-11-09" })
    return classId
  }
  const guitar = addClassRow(school, { name: "Guitar", teacherId: teacher.teacherId, roomId: studio })
  addEnrollmentRow(school, guitar, addStudentRow(school, "Tomás", "O'Brien & <b>Singh</b>"))
  const onWednesday = addScheduleRow(school, guitar, { startTime: "14:45", minutes: 45 })
  makeSessions(school, onWednesday, "2026-12-18", { from: "2026-11-09" })
  const group = { kind: "group" as const, capacity: 6, roomId: room }
  const friday = "FREQ=WEEKLY;BYDAY=FR"
  const brass = teach("Brass trio", { rrule: friday, startTime: "16:30" }, group)
  teach("Youth choir", { rrule: friday, startTime: "16:45" }, { ...group, teacherId: helena })
  return { school, userId, teacher, room, studio, brass, helena }
}

beforeAll(async () => {
  const harmony = openHarmony()
  actor = harmony.school
  marcus = harmony.teacher
  hall = harmony.room
  trio = harmony.brass
  office = await Browser.of(harmony.userId)
})
beforeEach(() => fixClock(testNow))

const sessionOn = (date: string, className: string) => {
  const found = listSessionsOn(actor, date, date).find((row) => row.className === className)
  if (!found) throw new Error(`No ${className} on ${date}`)
  return found
}

describe("the schedule", () => {
  test("shows the week in columns with its clash, its closure and the present", async () => {
    const answer = await office.visit("/schedule")
    expect(answer.status).toBe(200)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("Week 47, all times in New York (EST) November 16 to 20")
    expect(text).toContain("Friday 4:45 PM: Brass trio and Youth choir both have Hall. See free times")
    expect(text).toContain("One clash to resolve.")
    expect(text).toContain("Closed: Staff training")
    expect(text).toContain("Wednesday 18 1 lesson, today")
    expect(text).toContain("Tomás O'Brien & <b>Singh</b> 2:45 , now Studio 3 Marcus Whitfield")
    expect(text).toContain("Now, 3:10 PM")
    expect(html).not.toContain("<b>Singh")
    expect(html).toContain('class="lane-2 at-4 lasts-3 live"')
    expect(html).toContain('class="week-now at-5 after-10"')
    expect(text).toContain("2 PM 3 PM 4 PM 5 PM Mon Monday 16")
    expect(text).not.toContain("Saturday")
    expect(html).toContain(`href="/schedule/lessons/${sessionOn("2026-11-20", "Brass trio").id}"`)
  })

  test("goes from week to week by links that keep the filter", async () => {
    const html = await office.html(`/schedule?by=room&room=${hall}`)
    expect(html).toContain(`href="/schedule?date=2026-11-25&amp;by=room&amp;room=${hall}"`)
    const text = await office.read(`/schedule?by=room&room=${hall}`)
    expect(text).toContain("Brass trio")
    expect(text).not.toContain("Tomás")
    expect(await office.read("/schedule?week=2026-12-28")).toContain("December 28, 2026 to January 1, 2027")
  })

  test("shows one teacher's line", async () => {
    const text = await office.read(`/schedule?teacher=${marcus.teacherId}`)
    expect(text).toContain("Tomás")
    expect(text).not.toMatch(/Brass trio 4:30|Brass trio4:30/)
  })

  test("shows a day, a month and an agenda", async () => {
    const day = await office.read("/schedule?view=day&date=2026-11-20")
    expect(day).toContain("Friday, November 20")
    expect(day).toContain("No teacher yet Brass trio 4:30 Hall clash")
    expect(day).not.toContain("Tomás")
    const month = await office.read("/schedule?view=month")
    expect(month).toContain("November 2026")
    expect(month).toMatch(/20 2 lessons ?, (Fri, )?Nov 20 1 h Clash/)
    expect(month).toContain("Staff training")
    const agenda = await office.read("/schedule?view=agenda")
    expect(agenda).toContain("Wednesday, November 18")
    expect(agenda).toMatch(/2:45 to 3:30 PM Tomás .* Marcus Whitfield Studio 3 In progress/)
    expect(agenda).toContain("No lessons: Staff training.")
  })

  test("shows a weekend only when something is on", async () => {
    const classId = addClassRow(actor, { name: "Matinee" })
    const rrule = "FREQ=WEEKLY;BYDAY=SA"
    makeSessions(actor, addScheduleRow(actor, classId, { rrule }), "2026-12-05", { from: "2026-12-01" })
    const text = await office.read("/schedule?week=2026-12-01")
    expect(text).toContain("November 30 to December 5")
    expect(text).toContain("Saturday 5")
    expect(text).not.toContain("Sunday 6")
  })

  test.each([
    "view=%3Cscript%3E",
    "date=2026-02-30",
    "date=9999-12-31",
    "week=x",
    "by=both&teacher=nobody",
    "view=month&date=0001-01-01",
  ])("reads %s as if it were not there, or finds nothing", async (query) => {
    expect((await office.visit(`/schedule?${query}`)).status).toBe(200)
  })

  test("of a new school says how to begin, and shows no other school's lessons", async () => {
    const { userId } = openSchool()
    const text = await (await Browser.of(userId)).read("/schedule")
    expect(text).toContain("Import a roster")
    expect(text).not.toContain("Brass trio")
  })

  test("of a solo teacher has no teachers to choose from", async () => {
    const { actor: solo, userId } = openSchool({ kind: "solo", timeZone: "Europe/Berlin" })
    makeSessions(solo, addScheduleRow(solo, addClassRow(solo, { name: "Cello" })), "2026-11-30", {
      from: "2026-11-16",
    })
    const browser = await Browser.of(userId)
    const text = await browser.read("/schedule")
    expect(text).toContain("all times in Berlin (GMT+1)")
    expect(text).toContain("Cello")
    expect(text).not.toContain("All teachers")
    expect(await browser.read("/schedule/new-session")).toContain("Lesson Choose a lesson Cello")
  })

  test("is the office's", async () => {
    const teacher = await Browser.of(marcus.userId)
    expect((await teacher.visit("/schedule")).headers.get("Location")).toBe("/dashboard/teacher")
    expect((await new Browser().visit("/schedule")).headers.get("Location")).toBe(
      "/auth/login?to=%2Fschedule",
    )
  })
})

describe("the simple list", () => {
  test("lists a day for screen readers, with a way to each attendance", async () => {
    const answer = await office.visit("/schedule/simple")
    const text = await textOf(answer.clone())
    expect(text).toContain("Wednesday, November 18")
    expect(text).toContain(
      "2:45 to 3:30 PM Tomás O'Brien & <b>Singh</b> Marcus Whitfield, Studio 3 In progress",
    )
    expect(text).toContain("Take attendance")
    expect(await office.read("/schedule/simple?date=2026-12-16")).not.toContain("Take attendance")
    expect(await office.read("/schedule/simple?date=2026-11-11")).toContain("Attendance missing")
    expect(await office.read("/schedule/simple?date=2026-11-19")).toContain("Staff training")
    expect(await office.read("/schedule/simple?date=2026-11-22")).toContain("No lessons on this day")
  })

  test("prints a sheet for every door", async () => {
    const html = await office.html("/schedule/simple?date=2026-11-20&sheet=door")
    const [first = "", ...further] = (html.split("<main")[1] ?? "").split("<section").slice(1)
    expect(first).toMatch(/^ aria-label="Hall"[\s\S]*Brass trio[\s\S]*Youth choir/)
    // Each names the day, a page is begun by the next door alone, and what the office watches stays off it.
    for (const sheet of [first, ...further]) expect(sheet).toMatch(/<h2>[^/]*Friday, November 20/)
    for (const sheet of further) expect(sheet).toMatch(/^ class="break-before-page"/)
    expect(html).not.toContain("break-after-page")
    expect(first).toMatch(/<p class="[^"]* no-print"> <span class="status/)
  })
})

describe("a new session", () => {
  const fields = (more: Record<string, string> = {}) => ({
    classId: trio,
    date: "2026-11-25",
    startTime: "10:00",
    minutes: "45",
    teacherId: "",
    roomId: "",
    intent: "save",
    ...more,
  })

  test("is added and shown", async () => {
    expect(await office.read("/schedule/new-session?date=2026-11-25")).toContain("Brass trio")
    await expect(office.submit("/schedule/new-session", fields())).toLead(303, "/schedule?date=2026-11-25")
    expect(sessionOn("2026-11-25", "Brass trio")).toMatchObject({
      startTime: "10:00",
      minutes: 45,
      roomId: hall,
    })
    const again = await office.submit("/schedule/new-session", fields())
    await expect(again).toAnswer(400, "This class already has a lesson at that time.")
  })

  test("is as long as the class's lessons, unless a length is entered", async () => {
    const usual = rowOf(schedules, { classId: trio })?.minutes
    const html = await office.html(`/schedule/new-session?class=${trio}`)
    expect(html).toMatch(
      new RegExp(`name="minutes"[^>]*value="${usual}"|value="${usual}"[^>]*name="minutes"`),
    )
    expect(await office.html("/schedule/new-session")).toContain("as long as the class’s")
    const answer = await office.submit(
      "/schedule/new-session",
      fields({ date: "2026-12-02", startTime: "19:00", minutes: "" }),
    )
    expect(answer.status).toBe(303)
    expect(sessionOn("2026-12-02", "Brass trio")).toMatchObject({ minutes: usual })
  })

  test("is refused where the room is taken, and one button takes a free time", async () => {
    const before = rowCount("sessions")
    const answer = await office.submit("/schedule/new-session", fields({ startTime: "10:15" }))
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("Hall is taken at 10:00 AM by Brass trio.")
    expect(text).toContain("Schedule it anyway")
    expect(html).toContain("<title>Error: Add a one-time lesson")
    expect(rowCount("sessions")).toBe(before)
    const places = [...html.matchAll(/name="place" value="([^"]+)"/g)].map(([, value]) => value ?? "")
    expect(places).toHaveLength(3)
    // One form: a press sends everything that was typed, and Enter adds the lesson as typed.
    expect(html.indexOf('name="intent" value="save"')).toBeLessThan(html.indexOf('name="place"'))
    expect(html.slice(html.indexOf('id="new-session"'), html.indexOf('name="place"'))).not.toContain(
      "</form>",
    )
    const taken = await office.submit(
      "/schedule/new-session",
      fields({ startTime: "10:15", place: places[0] ?? "" }),
    )
    expect(taken.status).toBe(303)
    expect(rowCount("sessions")).toBe(before + 1)
  })

  test("keeps both with a reason, and asks for one", async () => {
    const overlapping = fields({ startTime: "10:20", intent: "override" })
    const silent = await office.submit("/schedule/new-session", overlapping)
    expect(await textOf(silent)).toContain("Enter a reason.")
    const reasoned = await office.submit("/schedule/new-session", {
      ...overlapping,
      overrideReason: "Joint rehearsal",
    })
    expect(reasoned.status).toBe(303)
  })

  test.each([
    [{ date: "" }, "Enter a date."],
    [{ date: "2026-02-30" }, "Enter a date that exists, like Dec 31, 2026."],
    [{ startTime: "25:00" }, "Enter a start time."],
    [{ minutes: "1" }, "Enter a length from 5 to 600 minutes."],
    [{ minutes: "many" }, "Enter a length from 5 to 600 minutes."],
    [{ classId: "" }, "Choose a class."],
    [{ classId: "x".repeat(5000) }, "There is a problem"],
    [{ roomId: "someone-else's" }, "This room is no longer in use."],
    [{ teacherId: "<script>alert(1)</script>" }, "This teacher no longer teaches at the school."],
    [{ place: "garbage <b>" }, "Enter a date that exists, like Dec 31, 2026."],
  ])("is refused in words, %#", async (wrong, message) => {
    const before = rowCount("sessions")
    const answer = await office.submit(
      "/schedule/new-session",
      fields({ startTime: "19:00", ...(wrong as Record<string, string>) }),
    )
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(html).not.toContain("<script>alert(1)")
    expect(await textOf(answer)).toContain(message)
    expect(rowCount("sessions")).toBe(before)
  })

  test("needs a class of one's own school", async () => {
    const other = await Browser.of(openSchool().userId)
    const answer = await other.submit("/schedule/new-session", fields({ startTime: "18:00" }))
    await expect(answer).toAnswer(400, "This class no longer exists. Choose another.")
  })
})

describe("moving and canceling", () => {
  const pathOf = (id: string) => `/classes/sessions/${id}/edit`

  test("a clash leads to three free times, each one button away", async () => {
    const brass = sessionOn("2026-11-27", "Brass trio")
    const html = await office.html(pathOf(brass.id))
    expect(html).toContain("Hall is taken at 4:45 PM by Youth choir with Helena Novak.")
    const [index = ""] = [...html.matchAll(/name="place" value="([^"]+)"/g)].map(([, value]) => value ?? "")
    await expect(office.submit(pathOf(brass.id), { command: "move", place: index })).toAnswer(303)
    const moved = listSessionsOn(actor, "2026-11-20", "2026-12-18").find(({ id }) => id === brass.id)
    expect(`${moved?.localDate} ${moved?.startTime} ${moved?.roomId}`).toBe(index)
    expect(moved?.clash).toBeNull()
  })

  test("a lesson moves, is canceled and restored", async () => {
    const guitar = sessionOn("2026-12-02", "Guitar")
    const move = {
      command: "move",
      date: "2026-12-03",
      startTime: "15:00",
      minutes: "45",
      teacherId: marcus.teacherId,
      roomId: "",
    }
    const endless = await office.submit(pathOf(guitar.id), { ...move, minutes: "900" })
    await expect(endless).toAnswer(400, "Enter a length from 5 to 600 minutes.")
    expect((await office.submit(pathOf(guitar.id), move)).status).toBe(303)
    expect(sessionOn("2026-12-03", "Guitar")).toMatchObject({
      startTime: "15:00",
      minutes: 45,
      roomId: null,
    })
    expect(await office.read(pathOf(guitar.id))).toContain(
      "No one is charged. Your attendance rules give no make-up credit.",
    )
    const silent = await office.submit(pathOf(guitar.id), { command: "cancel", reason: " " })
    await expect(silent).toAnswer(400, "Enter a reason. Families see it.")
    const cancelled = await office.submit(pathOf(guitar.id), { command: "cancel", reason: "Marcus is ill" })
    expect(cancelled.headers.get("Location")).toBe("/schedule?date=2026-12-03")
    expect(await office.read(pathOf(guitar.id))).toContain("Marcus is ill")
    const twice = await office.submit(pathOf(guitar.id), { command: "cancel", reason: "Marcus is ill" })
    expect(await textOf(twice)).toContain("Marcus is ill")
    expect((await office.submit(pathOf(guitar.id), { command: "restore" })).status).toBe(303)
    expect(sessionOn("2026-12-03", "Guitar").state).toBe("planned")

    await office.submit(pathOf(guitar.id), { command: "cancel", reason: "The wrong one" })
    const undo = undoOf(await office.html("/schedule?date=2026-12-03"))
    expect((await office.submit(undo?.action ?? "", undo?.fields ?? {})).status).toBe(303)
    expect(sessionOn("2026-12-03", "Guitar").state).toBe("planned")
  })

  test("a lesson with attendance stays where it was", async () => {
    const guitar = sessionOn("2026-11-11", "Guitar")
    changeRows(sessions, { schoolId: actor.school.id, id: guitar.id }, { registerTakenAt: testNow })
    expect(await office.read(pathOf(guitar.id))).toContain(
      "Attendance is taken, so you can’t move or cancel this lesson.",
    )
    const move = { command: "move", date: "2026-12-03", startTime: "19:00", teacherId: "", roomId: "" }
    await expect(office.submit(pathOf(guitar.id), move)).toAnswer(400)
    expect(sessionOn("2026-11-11", "Guitar").startTime).toBe("14:45")
  })

  test("a lesson that lasts longer says so, and one button puts it back as it was", async () => {
    const { id, roomId } = sessionOn("2026-12-09", "Guitar")
    const slot = { date: "2026-12-09", startTime: "14:45", teacherId: marcus.teacherId, roomId: roomId ?? "" }
    await office.submit(pathOf(id), { command: "move", ...slot, minutes: "60" })
    expect(sessionOn("2026-12-09", "Guitar").minutes).toBe(60)
    const html = await office.html("/schedule")
    expect(html).toContain("now lasts 60 minutes: Wed, Dec 9, 2:45 to 3:45 PM.")
    expect(html).toContain("Families and teachers get an email in 2 minutes, unless you undo this.")
    const undo = undoOf(html)
    expect((await office.submit(undo?.action ?? "", undo?.fields ?? {})).status).toBe(303)
    expect(sessionOn("2026-12-09", "Guitar")).toMatchObject({ id, startTime: "14:45", minutes: 45, roomId })
    expect(await office.read("/schedule")).toContain("is back on Wed, Dec 9, 2:45 to 3:30 PM.")
  })

  test("another school, an unknown session and an unknown command find nothing; a teacher goes home", async () => {
    const guitar = sessionOn("2026-12-09", "Guitar")
    const other = await Browser.of(openSchool().userId)
    expect((await other.visit(pathOf(guitar.id))).status).toBe(404)
    await expect(other.submit(pathOf(guitar.id), { command: "cancel", reason: "Mischief" })).toAnswer(404)
    expect((await office.visit(pathOf("unknown"))).status).toBe(404)
    expect((await office.submit(pathOf(guitar.id), { command: "explode" })).status).toBe(404)
    const teacher = await Browser.of(marcus.userId)
    const home = await teacher.submit(pathOf(guitar.id), { command: "cancel", reason: "Mischief" })
    expect(home.headers.get("Location")).toBe("/dashboard/teacher")
    expect(sessionOn("2026-12-09", "Guitar").state).toBe("planned")
  })
})

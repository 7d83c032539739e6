import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { addStatus, listOwnStatuses } from "~/models/accounts/custom-status/custom-status.server"
import { findRegister } from "~/models/attendance/register/register-view.server"
import type { Actor } from "~/models/foundation/access/actor"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import type { SlotCheck } from "~/models/teaching/session/slot-check"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { testNow } from "../../support/clock"
import { formsOf, undoOf } from "../../support/forms"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

let office: Browser
let school: Actor
let marcus: ReturnType<typeof addMember>
let helena: string
let studio: string
let hall: string
let milo: string
let guitar: string

/** Guitar on Wednesdays at 2:45 with Marcus in Studio 3, voice at 4 with Helena in the Hall; Thursday is closed. */
beforeAll(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  helena = addTeacherRow(school, "Helena Novak", "voice")
  studio = addRoomRow(school, "Studio 3")
  hall = addRoomRow(school, "Hall")
  addClosureRow(school, "2026-11-26", "2026-11-26", "Thanksgiving")
  milo = addStudentRow(school, "Milo", "Haddad")
  const teach = (name: string, startTime: string, facts: Parameters<typeof addClassRow>[1]) => {
    const classId = addClassRow(school, { name, ...facts })
    makeSessions(school, addScheduleRow(school, classId, { startTime, minutes: 45 }), "2026-12-18", {
      from: "2026-11-09",
    })
    return classId
  }
  guitar = teach("Guitar", "14:45", { teacherId: marcus.teacherId, roomId: studio })
  addEnrollmentRow(school, guitar, milo)
  const voice = teach("Voice", "16:00", { teacherId: helena, roomId: hall })
  addEnrollmentRow(school, voice, addStudentRow(school, "Elif", "Novak"))
})
beforeEach(() => fixClock(testNow))

const lessonOn = (date: string, className: string) => {
  const found = listSessionsOn(school, date, date).find((row) => row.className === className)
  if (!found) throw new Error(`No ${className} on ${date}`)
  return found
}

describe("the week", () => {
  test("opens the next week once all days of this one are over, and any week that is asked for", async () => {
    const { userId } = openSchool()
    const weekAt = async (instant: string, address: string) => {
      fixClock(Date.parse(instant))
      return (await Browser.of(userId)).read(address)
    }
    expect(await weekAt("2026-11-20T17:00:00Z", "/schedule")).toContain("November 16 to 20")
    expect(await weekAt("2026-11-22T17:00:00Z", "/schedule")).toContain("November 23 to 27")
    expect(await weekAt("2026-11-22T17:00:00Z", "/schedule?date=2026-11-22")).toContain("November 16 to 20")
  })

  test("leads from a gap to a new lesson with teacher, date and time filled in", async () => {
    const html = await office.html("/schedule?date=2026-11-23")
    const link = /href="(\/schedule\/new-session\?date=2026-11-23&amp;time=[^"]*)"/.exec(html)?.[1]
    expect(link).toBeDefined()
    const form = await office.html((link ?? "").replaceAll("&amp;", "&"))
    expect(form).toContain('value="2026-11-23"')
    expect(form).toMatch(/name="startTime"[^>]*value="14:00"|value="14:00"[^>]*name="startTime"/)
  })

  test("leads from a gap of a teacher to a form with their classes first, and chooses the only one", async () => {
    const form = await office.html(`/schedule/new-session?date=2026-11-23&time=14:00&teacher=${helena}`)
    const list = /<select[^>]*name="classId"[\s\S]*?<\/select>/.exec(form)?.[0] ?? ""
    expect(list.replaceAll(/ value="[^"]*"/g, "")).toContain(
      '<optgroup label="Classes with Helena Novak"><option selected="">Voice</option></optgroup>' +
        '<optgroup label="Other classes"><option>Guitar</option></optgroup>',
    )
    const everyone = await office.html("/schedule/new-session?date=2026-11-23")
    expect(everyone).not.toContain("<optgroup")
  })

  test("begins on a phone with the day that was asked for", async () => {
    for (const [date, tab] of [
      ["2026-11-23", "d1"],
      ["2026-11-25", "d3"],
      ["2026-11-27", "d5"],
    ]) {
      const html = await office.html(`/schedule?date=${date}`)
      expect(html.match(/href="#d\d" aria-current="date"/g)).toEqual([`href="#${tab}" aria-current="date"`])
    }
  })

  test("shows one student's or one class's lessons, found by name", async () => {
    const found = await office.visit("/schedule?q=haddad&date=2026-11-25")
    expect(found.headers.get("Location")).toBe(`/schedule?date=2026-11-25&student=${milo}`)
    const text = await office.read(locationOf(found))
    expect(text).toContain("Only lessons of Milo Haddad")
    expect(text).not.toContain("Elif Novak 4:00")
    expect(await office.read("/schedule?q=zzz")).toContain("No students or classes match “zzz.”")
    const month = await office.read(`/schedule?view=month&class=${guitar}&date=2026-11-25`)
    expect(month).toContain("25 1 lesson")
    const other = await office.read("/schedule?student=unknown")
    expect(other).not.toContain("Only lessons of")
  })

  test("opens a lesson's card at an address of its own, in the lesson's week", async () => {
    const lesson = lessonOn("2026-12-02", "Guitar")
    const text = await office.read(`/schedule/lessons/${lesson.id}`)
    expect(text).toContain("November 30 to December 4")
    expect(text).toContain("Wed, Dec 2, 2:45 to 3:30 PM , Studio 3")
    expect(text).toContain("Find a time")
    const other = await Browser.of(openSchool().userId)
    expect((await other.visit(`/schedule/lessons/${lesson.id}`)).status).toBe(404)
    const teacher = await Browser.of(marcus.userId)
    expect((await teacher.visit(`/schedule/lessons/${lesson.id}`)).headers.get("Location")).toBe(
      "/dashboard/teacher",
    )
  })

  test("says before a drop whether a time is free, as the form does after it", async () => {
    const lesson = lessonOn("2026-11-25", "Guitar")
    const ask = async (search: string): Promise<SlotCheck> =>
      (await office.visit(`/schedule/lessons/${lesson.id}/check?${search}`)).json()
    const free = await ask("date=2026-11-25&startTime=17:00&minutes=45")
    expect(free).toMatchObject({ refusal: "", free: [] })
    const taken = await ask(`date=2026-11-25&startTime=16:15&minutes=45&teacherId=${helena}`)
    expect(taken.refusal).toContain("Helena Novak teaches Elif Novak at 4:00 PM.")
    expect(taken.free).toHaveLength(3)
    // Beside its own time, which is no other.
    const beside = await ask("date=2026-11-26&startTime=14:45&minutes=45")
    expect(beside.free).toHaveLength(3)
    expect(beside.free).not.toContainEqual(
      expect.objectContaining({ date: "2026-11-25", startTime: "14:45" }),
    )
    expect((await ask("date=2026-11-26&startTime=16:15")).refusal).toContain("Thanksgiving")
    expect((await ask("date=2026-02-30&startTime=x")).refusal).toContain("Enter a date")
    const dropped = await office.submit(`/schedule/lessons/${lesson.id}?by=room`, {
      command: "move",
      date: "2026-11-26",
      startTime: "16:15",
    })
    await expect(dropped).toAnswer(400, "The school is closed that day: Thanksgiving.")
    expect(lessonOn("2026-11-25", "Guitar").startTime).toBe("14:45")
  })

  test("a drop moves the lesson, keeps teacher, room and filter, and can be undone", async () => {
    const lesson = lessonOn("2026-12-09", "Guitar")
    const path = `/schedule/lessons/${lesson.id}?teacher=${marcus.teacherId}&date=2026-12-09`
    const moved = await office.submit(path, { command: "move", date: "2026-12-10", startTime: "15:15" })
    expect(moved.headers.get("Location")).toBe(`/schedule?teacher=${marcus.teacherId}&date=2026-12-09`)
    expect(lessonOn("2026-12-10", "Guitar")).toMatchObject({
      id: lesson.id,
      startTime: "15:15",
      minutes: 45,
      teacherId: marcus.teacherId,
      roomId: studio,
    })
    const undo = undoOf(await office.html("/schedule"))
    expect((await office.submit(undo?.action ?? "", undo?.fields ?? {})).status).toBe(303)
    expect(lessonOn("2026-12-09", "Guitar").startTime).toBe("14:45")
    expect((await office.submit(path, { command: "explode" })).status).toBe(404)
    const other = await Browser.of(openSchool().userId)
    await expect(other.submit(path, { command: "move", date: "2026-12-10", startTime: "15:15" })).toAnswer(
      404,
    )
  })

  test("a longer lesson keeps its start", async () => {
    const lesson = lessonOn("2026-12-16", "Guitar")
    await office.submit(`/schedule/lessons/${lesson.id}`, {
      command: "move",
      date: "2026-12-16",
      startTime: "14:45",
      minutes: "60",
    })
    expect(lessonOn("2026-12-16", "Guitar")).toMatchObject({ startTime: "14:45", minutes: 60 })
  })
})

test("a lesson’s card says why the lesson is red: what it has booked twice, and who is away", async () => {
  const opened = openSchool()
  const actor = opened.actor
  const browser = await Browser.of(opened.userId)
  const [ana, bo] = [addTeacherRow(actor, "Ana Ruiz", "piano"), addTeacherRow(actor, "Bo Lind", "voice")]
  const room = addRoomRow(actor, "Room 2")
  for (const [name, teacherId] of [
    ["Piano trio", ana],
    ["Small choir", bo],
  ] as const) {
    const classId = addClassRow(actor, { name, teacherId, roomId: room, kind: "group" })
    makeSessions(actor, addScheduleRow(actor, classId, { startTime: "15:00", minutes: 45 }), "2026-12-04", {
      from: "2026-11-23",
    })
  }
  recordTimeOff(actor, bo, { startsOn: "2026-12-02", endsOn: "2026-12-02", reason: null })
  const cardOn = async (date: string) => {
    const lesson = listSessionsOn(actor, date, date).find(({ className }) => className === "Piano trio")
    return browser.read(`/schedule/lessons/${lesson?.id}`)
  }
  expect(await cardOn("2026-11-25")).toContain("Room 2 is taken at 3:00 PM by Small choir with Bo Lind.")
  const choir = listSessionsOn(actor, "2026-12-02", "2026-12-02").find(({ teacherId }) => teacherId === bo)
  expect(await browser.read(`/schedule/lessons/${choir?.id}`)).toContain("Bo Lind is away on Wed, Dec 2.")
  expect(await cardOn("2026-12-02")).not.toContain("is away on")
})

test("a drop whose login had ended is offered again, and moves nothing by itself", async () => {
  const lesson = lessonOn("2026-12-02", "Guitar")
  const card = `/schedule/lessons/${lesson.id}?date=2026-12-02`
  const formToken = /name="formToken" value="([^"]+)"/.exec(await office.html(card))?.[1]
  const browser = office.copy()
  browser.forget("tutti")
  const sent = await browser.submit(card, {
    command: "move",
    intent: "save",
    date: "2026-12-03",
    startTime: "15:15",
    minutes: "60",
    teacherId: helena,
    formToken: formToken ?? "",
  })
  expect(sent.headers.get("Location")).toContain("/auth/login?to=")
  browser.take(office, "tutti")
  const html = await browser.html(card)
  expect(html).toContain("You were logged out, so this wasn’t saved.")
  expect(html).toContain("Move to Thu, Dec 3, 3:15 PM, 60 minutes, with Helena Novak")
  expect(lessonOn("2026-12-02", "Guitar").id).toBe(lesson.id)
  const form = formsOf(html, card).find((each) => each.fields.some(({ value }) => value === "2026-12-03"))
  const fields = Object.fromEntries(form?.fields.map(({ name, value }) => [name, value]) ?? [])
  expect((await browser.submit(card, fields)).status).toBe(303)
  expect(lessonOn("2026-12-03", "Guitar")).toMatchObject({ id: lesson.id, minutes: 60, teacherId: helena })
  const undo = undoOf(await browser.html("/schedule"))
  expect((await browser.submit(undo?.action ?? "", undo?.fields ?? {})).status).toBe(303)
})

describe("finding a time", () => {
  test("ranks free times of a lesson with their reasons, one click from the move", async () => {
    const lesson = lessonOn("2026-11-25", "Guitar")
    const html = await office.html(`/schedule/find-a-time?lesson=${lesson.id}`)
    expect(html).toContain("Same teacher")
    expect(html).not.toContain("Nov 26, ")
    expect(html).toMatch(/That day:.*this time.*Show in the week/s)
    expect(html).toMatch(/href="\/schedule\?date=[\d-]+&amp;teacher=/)
    const link = new RegExp(`href="(/classes/sessions/${lesson.id}/edit\\?date=[^"]+)"`).exec(html)?.[1]
    // The days around it, and none that are over.
    expect(html).toContain('value="2026-11-19"')
    expect(html).toContain('value="2026-12-02"')
    // It moves to another time than it has.
    const present = new URLSearchParams({ date: lesson.localDate, time: lesson.startTime })
    expect(html).not.toContain(String(present).replace("&", "&amp;"))
    const form = await office.html((link ?? "").replaceAll("&amp;", "&"))
    const date = /date=([\d-]+)/.exec(link ?? "")?.[1]
    expect(form).toContain(`value="${date}"`)
  })

  test("of a student is found by name and begins with their own teacher and length", async () => {
    const chosen = await office.read(`/schedule/find-a-time?student=${milo}`)
    expect(chosen).toContain("Milo Haddad Remove")
    expect(chosen).toContain("Book ")
    const looked = await office.read("/schedule/find-a-time?q=milo&teacher=&minutes=30")
    expect(looked).toContain("Milo Haddad")
    expect(looked).not.toContain("That day:")
  })

  test.each([
    ["minutes=0", "Enter a length from 5 to 600 minutes."],
    ["minutes=30&from=2026-02-30", "Enter a date that exists, like Dec 31, 2026."],
    ["minutes=30&from=2026-12-01&to=2026-11-01", "Enter a date on or after the first."],
    ["minutes=30&from=2026-12-01&to=2027-11-01", "Search up to 42 days at a time."],
  ])("says what is wrong with %s", async (search, message) => {
    await expect(office.visit(`/schedule/find-a-time?${search}`)).toAnswer(200, message)
  })

  test("draws the times in the teacher's week, each leading to the form that books it", async () => {
    const lesson = lessonOn("2026-11-25", "Guitar")
    const html = await office.html(`/schedule/find-a-time?lesson=${lesson.id}`)
    const link = /href="(\/schedule\?[^"]*find=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const week = await office.html(link)
    expect(week).toMatch(/[A-Z](<!-- -->)?: (<!-- -->)?free/)
    expect(week).toContain(`href="/classes/sessions/${lesson.id}/edit?date=`)
    expect(week).toContain("Back to the list")
    const other = await Browser.of(openSchool().userId)
    expect(await other.read(link)).not.toContain("Dashed in blue")
    const odd = await office.visit(
      `/schedule?find=${encodeURIComponent("lesson=none&minutes=x&from=2026-99-99")}`,
    )
    expect([odd.status, (await odd.text()).includes("Dashed in blue")]).toEqual([200, false])
  })

  test("finds no other school's lesson, class or student", async () => {
    const lesson = lessonOn("2026-11-25", "Guitar")
    const other = await Browser.of(openSchool().userId)
    expect((await other.visit(`/schedule/find-a-time?lesson=${lesson.id}`)).status).toBe(404)
    expect((await other.visit(`/schedule/find-a-time?class=${guitar}`)).status).toBe(404)
    expect(await other.read(`/schedule/find-a-time?student=${milo}`)).not.toContain("Haddad")
  })
})

test("takes attendance as expected in the card once the lesson has begun, and takes it back", async () => {
  const lesson = lessonOn("2026-11-25", "Guitar")
  const card = `/schedule/lessons/${lesson.id}`
  expect(await office.read(card)).not.toContain("Mark present")
  expect((await office.submit(card, { command: "attend" })).status).toBe(409)
  fixClock(Date.parse("2026-11-25T20:00:00Z"))
  // A sign-in a week old has ended.
  const later = await Browser.of(school.userId ?? "")
  expect(await later.read(card)).toContain("Mark present")
  const taken = await later.submit(card, { command: "attend" })
  expect(taken.status).toBe(303)
  expect(taken.headers.get("Location")).toBe(card)
  expect(await later.read(card)).toContain("Attendance taken")
  expect((await later.submit(card, { command: "attend" })).status).toBe(409)
  const other = await Browser.of(openSchool().userId)
  expect((await other.submit(card, { command: "unattend" })).status).toBe(404)
  expect((await later.submit(card, { command: "unattend" })).status).toBe(303)
  expect(lessonOn("2026-11-25", "Guitar").register).toBe("live")
})

test("takes other marks in the card too, each student's own, and keeps what was chosen when it is refused", async () => {
  const lesson = lessonOn("2026-11-25", "Guitar")
  const card = `/schedule/lessons/${lesson.id}`
  expect(await office.read(card)).not.toContain("Late, absent or excused")
  fixClock(Date.parse("2026-11-25T20:00:00Z"))
  const later = await Browser.of(school.userId ?? "")
  const statusId = addStatus(school, {
    name: "Sick note",
    letters: "SN",
    countsAs: "excused",
    isShownToFamilies: true,
  }).ok
    ? (listOwnStatuses(school)[0]?.id ?? "")
    : ""
  const [student] = lesson.students
  const field = `marks.${student?.id}.code`
  const html = await later.html(card)
  expect(html).toContain(`name="${field}"`)
  expect(html).toContain(`value="excused@${statusId}"`)
  for (const wrong of ["asleep", "excused@none", "present@"]) {
    const refused = await later.submit(card, { command: "attend", [field]: wrong })
    expect([400, 409]).toContain(refused.status)
  }
  expect((await later.submit(card, { command: "attend", "marks.none.code": "late" })).status).toBe(409)
  expect((await later.submit(card, { command: "attend", [field]: `excused@${statusId}` })).status).toBe(303)
  expect(findRegister(school, lesson.id)?.rows[0]).toMatchObject({ code: "excused", statusId })
  await expect(later.submit(card, { command: "attend", [field]: "late" })).toAnswer(409, "Attendance taken")
  expect((await later.submit(card, { command: "unattend" })).status).toBe(303)
  expect((await later.submit(card, { command: "attend", [field]: "" })).status).toBe(303)
  expect(findRegister(school, lesson.id)?.rows[0]?.code).toBe("present")
  expect((await later.submit(card, { command: "unattend" })).status).toBe(303)
  const minutes = `marks.${student?.id}.minutesLate`
  const wrong = await later.submit(card, { command: "attend", [field]: "late", [minutes]: "ten" })
  const answer = await wrong.text()
  expect([
    wrong.status,
    answer.includes("whole number from 1 to 600"),
    answer.includes('value="ten"'),
    // A number field shows no "ten", and one that is hidden and out of range keeps the browser from sending the form.
    [...answer.matchAll(/<input[^>]*name="marks\.[^"]*\.minutesLate"[^>]*>/g)]
      .map(([field]) => field)
      .join(""),
  ]).toEqual([400, true, true, expect.not.stringMatching(/type="number"| min=| max=/)])
  const late = { command: "attend", [field]: "late", [minutes]: "10" }
  expect((await later.submit(card, late)).status).toBe(303)
  expect(findRegister(school, lesson.id)?.rows[0]).toMatchObject({ code: "late", minutesLate: 10 })
})

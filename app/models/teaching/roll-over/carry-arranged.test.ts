import { db } from "db/client.server"
import { makeUpCredits, outcomes } from "db/schema/attendance"
import { students } from "db/schema/people"
import { bookings, coSubstitutes, seats, sessions } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { setOnlineLink } from "~/models/teaching/session/online-link.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
  openClass,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { seatsOf } from "../../../../tests/support/seats"
import { addCoTeacher } from "../class/co-teaching.server"
import { endWithUndo } from "../class/end-class.server"
import { dropStudent, undoDrop } from "../class/leave-class.server"
import { undoEnding } from "../class/undo-ending.server"
import { cancelSession, restoreSession } from "../session/cancel-session.server"
import { changeRule } from "../session/change-schedule.server"
import { bookStudent } from "../session/claim.server"
import { makeSessions } from "../session/make-sessions.server"
import { addSession, moveSession } from "../session/move-session.server"
import { replaceCoTeacher } from "../session/replace-co-teacher.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { rollOverClasses } from "./roll-over-classes.server"

// Lessons of the spring term that the office has canceled or given to another teacher before Piano on Wednesdays rolls over
// into it.

let actor: Actor
let piano: ReturnType<typeof openClass>
let teacherId: string
let inga: string
let termId: string
const choice = { price: "", reason: "" }

beforeEach(() => {
  actor = openSchool().actor
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  termId = listTerms(actor)[0]?.id ?? ""
  teacherId = addTeacherRow(actor, "Theo Petrović", "Piano")
  inga = addTeacherRow(actor, "Inga Solheim", "Piano")
  piano = openClass(actor, {
    class: { name: "Piano", kind: "private", capacity: 3, teacherId },
    pupils: ["Milo Haddad"],
  })
  const scheduleId = addScheduleRow(actor, piano.classId, { startTime: "16:00" })
  makeSessions(actor, scheduleId, "2027-02-10", { from: "2026-11-25" })
  for (const id of piano.enrollmentIds) bookStudent(actor, id)
})

const planText = () => rollOverClasses.plan(actor, [piano.classId], { termId, ...choice })[0]?.text ?? ""

function carryOut() {
  const taskId = startTask(actor, { kind: "roll-over-classes", about: {}, items: [], formKey: piano.classId })
  const subject = { taskId, subjectId: piano.classId, name: "", detail: null }
  const done = orFail(rollOverClasses.work.carryOut(actor, { termId, ...choice }, subject))
  const before = done.before
  const undo = () =>
    rollOverClasses.work.undo?.(actor, { termId, ...choice }, { subjectId: piano.classId, before })
  return { classId: done.made ?? "", undo }
}

const lessonsOf = (classId: string, date: string) => rowsOf(sessions, { classId, originalDate: date })
const lessonOn = (date: string, classId = piano.classId) => {
  const found = lessonsOf(classId, date)
  if (!found[0] || found.length > 1) throw new Error(`${found.length} lessons on ${date}`)
  return found[0]
}
const substitute = (sessionId: string, date: string) =>
  moveSession(actor, sessionId, { date, startTime: "16:00", teacherId: inga, roomId: null }).ok

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
const state = () => ({
  lessons: rowsOf(sessions, { schoolId: actor.school.id })
    // Lessons about which nothing is known are made again.
    .map(({ revision: _, id: _id, ...lesson }) => lesson)
    .sort((a, b) => a.startsAt - b.startsAt || a.classId.localeCompare(b.classId)),
  seats: rowsOf(seats, { schoolId: actor.school.id }).sort(byId),
  credits: rowsOf(makeUpCredits, { schoolId: actor.school.id }).sort(byId),
  substitutes: rowsOf(coSubstitutes, { schoolId: actor.school.id }),
  booked: db()
    .select({ session: sessions.localDate, of: bookings.resourceId })
    .from(bookings)
    .innerJoin(sessions, eq(sessions.id, bookings.sessionId))
    .where(eq(bookings.schoolId, actor.school.id))
    .all()
    .map(({ session, of }) => `${session} ${of}`)
    .sort(),
})

const earnCredits = () =>
  changeRows(outcomes, { schoolId: actor.school.id, code: "cancelled" }, { issuesCredit: true })
const liveCredits = () => state().credits.filter(({ revokedAt }) => revokedAt === null)

test("a canceled lesson stays canceled in the new class, with its reason and the credit it gave, and back", () => {
  earnCredits()
  expect(planText()).toContain("1 student, 20 lessons,")
  const lesson = lessonOn("2027-01-20")
  expect(cancelSession(actor, lesson.id, "Theo plays a concert").ok).toBe(true)
  expect(liveCredits()).toHaveLength(1)
  expect(planText()).toContain("1 student, 19 lessons,")
  expect(planText()).toContain("1 canceled lesson stays canceled (Jan 20).")
  expect(planText()).not.toContain("along")
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({
    id: lesson.id,
    state: "cancelled",
    cancelReason: "Theo plays a concert",
    scheduleId: lessonOn("2027-01-27", classId).scheduleId,
  })
  expect(lessonsOf(piano.classId, "2027-01-20")).toEqual([])
  expect(state().booked.filter((text) => text.startsWith("2027-01-20"))).toEqual([])
  expect(state().credits).toEqual(before.credits)
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("restored in the new class, it has its student and teacher", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-20")
  expect(cancelSession(actor, lesson.id, "Theo plays a concert").ok).toBe(true)
  carryOut()
  expect(restoreSession(actor, lesson.id).ok).toBe(true)
  for (const each of [teacherId, milo]) expect(state().booked).toContain(`2027-01-20 ${each}`)
  expect(seatsOf(actor, lesson.id).map(({ firstName }) => firstName)).toEqual(["Milo"])
})

test("a lesson that was moved, also out of the term, and then canceled isn't planned at its weekly time", () => {
  const away = { "2027-01-13": "2027-01-08", "2027-01-20": "2027-01-21", "2027-01-27": "2027-06-03" }
  for (const [date, to] of Object.entries(away)) {
    const { id } = lessonOn(date)
    const at = { date: to, startTime: "10:00", teacherId, roomId: null }
    expect(moveSession(actor, id, at).ok).toBe(true)
    expect(cancelSession(actor, id, "Theo plays a concert").ok).toBe(true)
  }
  expect(planText()).toContain("3 canceled lessons stay canceled (Jan 8, Jan 21, Jun 3).")
  const before = state()
  const { classId, undo } = carryOut()
  for (const [date, localDate] of Object.entries(away))
    expect(lessonOn(date, classId)).toMatchObject({ state: "cancelled", localDate })
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a canceled single lesson doesn't take the place of the weekly one beside it", () => {
  const single = { classId: piano.classId, date: "2027-01-20", startTime: "16:00", minutes: 30, roomId: null }
  const weekly = lessonOn("2027-01-20")
  expect(moveSession(actor, weekly.id, { ...single, startTime: "10:00", teacherId }).ok).toBe(true)
  const added = orFail(addSession(actor, { ...single, teacherId: inga }))
  expect(cancelSession(actor, added.sessionId, "Inga is ill").ok).toBe(true)
  expect(moveSession(actor, weekly.id, { ...single, teacherId }).ok).toBe(true)
  expect(planText()).toContain("1 student, 20 lessons,")
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({ state: "planned", teacherId })
  expect(rowOf(sessions, { id: added.sessionId })).toMatchObject({
    classId: piano.classId,
    state: "cancelled",
  })
  expect(undo()).toMatchObject({ ok: true })
  expect(rowOf(sessions, { id: added.sessionId })).toMatchObject({
    classId: piano.classId,
    state: "cancelled",
  })
})

test("what an ending of the class has canceled is planned in the term, and what the office has canceled isn't", () => {
  earnCredits()
  const [ended, canceled] = [lessonOn("2027-01-13"), lessonOn("2027-01-20")]
  const guest = addStudentRow(actor, "Wren", "Adeyemi")
  addRows(seats, { ...newRow(actor), sessionId: ended.id, studentId: guest, kind: "visitor" })
  expect(cancelSession(actor, canceled.id, "Theo plays a concert").ok).toBe(true)
  expect(endWithUndo(actor, piano.classId, { lastDay: "2027-01-10", reason: "Term ends" }).ok).toBe(true)
  expect(rowOf(sessions, { id: ended.id })).toMatchObject({ state: "cancelled", cancelReason: "Term ends" })
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-13", classId)).toMatchObject({ state: "planned" })
  expect(lessonOn("2027-01-20", classId)).toMatchObject({ id: canceled.id, state: "cancelled" })
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

const changed = (wish: { from: string; weekdays: number[]; everyWeeks: number }) =>
  changeRule(actor, piano.classId, lessonOn("2027-01-20").scheduleId ?? "", {
    ...wish,
    startTime: "16:00",
    minutes: 30,
  }).ok

test("nor is what a change of the weekly time has canceled", () => {
  const taken = lessonOn("2027-01-27")
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  addRows(seats, { ...newRow(actor), sessionId: taken.id, studentId: wren, kind: "visitor" })
  expect(changed({ from: "2027-01-18", weekdays: [3], everyWeeks: 2 })).toBe(true)
  expect(rowOf(sessions, { id: taken.id })).toMatchObject({
    state: "cancelled",
    cancelReason: "The weekly time changed.",
  })
  expect(planText()).not.toContain("canceled")
  expect(lessonOn("2027-01-27", carryOut().classId)).toMatchObject({ state: "planned" })
})

test("a canceled lesson whose weekly time is another since is named, as its week has a lesson", () => {
  const { id } = lessonOn("2027-01-20")
  expect(cancelSession(actor, id, "Theo plays a concert").ok).toBe(true)
  expect(changed({ from: "2026-12-28", weekdays: [4], everyWeeks: 1 })).toBe(true)
  expect(planText()).toContain(
    "1 canceled lesson isn’t at a weekly time that continues (Jan 20): check those days in the new class.",
  )
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({ id, state: "cancelled" })
  expect(lessonOn("2027-01-21", classId)).toMatchObject({ state: "planned" })
  expect(undo()).toMatchObject({ ok: true })
  expect(lessonOn("2027-01-20")).toMatchObject({ id, state: "cancelled" })
  expect(lessonsOf(piano.classId, "2027-01-21")).toEqual([])
})

test("who doesn't continue loses the credit of a canceled lesson, and an undo gives it back", () => {
  earnCredits()
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  bookStudent(actor, addEnrollmentRow(actor, piano.classId, wren, { startsOn: "2027-01-18" }))
  expect(cancelSession(actor, lessonOn("2027-01-20").id, "Theo plays a concert").ok).toBe(true)
  const before = state()
  expect(liveCredits()).toHaveLength(2)
  const { undo } = carryOut()
  expect(liveCredits()).toHaveLength(1)
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("who has left the school since doesn't get it back", () => {
  earnCredits()
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  bookStudent(actor, addEnrollmentRow(actor, piano.classId, wren, { startsOn: "2027-01-18" }))
  expect(cancelSession(actor, lessonOn("2027-01-20").id, "Theo plays a concert").ok).toBe(true)
  const { undo } = carryOut()
  changeRows(students, { id: wren }, { status: "former" })
  expect(undo()).toMatchObject({ ok: true })
  expect(liveCredits().map(({ studentId }) => studentId)).toEqual(piano.studentIds)
})

test("whose leaving or whose class’s end is undone has the very credits again, of a canceled lesson, too", () => {
  earnCredits()
  const [milo = ""] = piano.studentIds
  const notice = { at: testNow, text: "On a trip" }
  expect(recordNotice(actor, lessonOn("2027-01-27").id, milo, notice)).toMatchObject({ ok: true })
  expect(cancelSession(actor, lessonOn("2027-01-20").id, "Theo plays a concert").ok).toBe(true)
  const before = state().credits
  expect(liveCredits()).toHaveLength(2)
  const leaving = { lastDay: "2026-12-20", reason: "Moving" }
  const enrollmentId = piano.enrollmentIds[0] ?? ""
  expect(dropStudent(actor, piano.classId, enrollmentId, leaving).ok).toBe(true)
  expect(liveCredits()).toEqual([])
  expect(undoDrop(actor, piano.classId, enrollmentId, leaving.lastDay).ok).toBe(true)
  expect(state().credits).toEqual(before)
  const ended = orFail(endWithUndo(actor, piano.classId, leaving))
  expect(liveCredits()).toEqual([])
  expect(undoEnding(actor, piano.classId, ended.endingId).ok).toBe(true)
  expect(state().credits).toEqual(before)
})

test("a substitute gives the lesson in the new class, too, and back", () => {
  const lesson = lessonOn("2027-01-20")
  expect(substitute(lesson.id, "2027-01-20")).toBe(true)
  expect(planText()).toContain(
    "1 lesson with a time, teacher, room or link of its own, a reported absence, a guest or a make-up goes along",
  )
  expect(planText()).toContain("1 student, 20 lessons,")
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({
    id: lesson.id,
    state: "planned",
    teacherId: inga,
    scheduleId: lessonOn("2027-01-27", classId).scheduleId,
  })
  expect(lessonOn("2027-01-27", classId).teacherId).toBe(teacherId)
  expect(state().booked).toContain(`2027-01-20 ${inga}`)
  expect(state().booked).not.toContain(`2027-01-20 ${teacherId}`)
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("one who substitutes for a co-teacher does, too", () => {
  const rosa = addTeacherRow(actor, "Rosa Ekström", "Piano")
  const wish = { teacherId: rosa, startsOn: "2026-11-25" }
  expect(addCoTeacher(actor, piano.classId, wish).ok).toBe(true)
  const lesson = lessonOn("2027-01-20")
  expect(replaceCoTeacher(actor, lesson.id, { teacherId: rosa, by: inga }).ok).toBe(true)
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId).id).toBe(lesson.id)
  expect(state().substitutes).toEqual(before.substitutes)
  for (const each of [teacherId, inga]) expect(state().booked).toContain(`2027-01-20 ${each}`)
  expect(state().booked).not.toContain(`2027-01-20 ${rosa}`)
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a lesson keeps the room and the link that only it has", () => {
  const roomId = addRoomRow(actor, "Hall")
  const [inHall, online] = [lessonOn("2027-01-20"), lessonOn("2027-01-27")]
  const at = { date: "2027-01-20", startTime: "16:00", teacherId, roomId }
  expect(moveSession(actor, inHall.id, at).ok).toBe(true)
  expect(setOnlineLink(actor, online.id, "https://meet.example/piano").ok).toBe(true)
  const before = state()
  const { classId, undo } = carryOut()
  expect(lessonOn("2027-01-20", classId)).toMatchObject({ id: inHall.id, roomId })
  expect(lessonOn("2027-01-27", classId)).toMatchObject({ onlineLink: "https://meet.example/piano" })
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("leave in the term concerns only lessons that the teacher still gives", () => {
  const [canceled, given] = [lessonOn("2027-01-13"), lessonOn("2027-01-20")]
  expect(cancelSession(actor, canceled.id, "Theo is away").ok).toBe(true)
  expect(substitute(given.id, "2027-01-20")).toBe(true)
  recordTimeOff(actor, teacherId, { startsOn: "2027-01-11", endsOn: "2027-01-27", reason: null })
  expect(planText()).toBe("Theo Petrović is away for 1 lesson.")
  expect(substitute(lessonOn("2027-01-27").id, "2027-01-27")).toBe(true)
  expect(planText()).toContain("2 lessons with a time, teacher, room or link of its own")
  const { classId } = carryOut()
  expect(lessonOn("2027-01-27", classId)).toMatchObject({ teacherId: inga })
})

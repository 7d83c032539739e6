import { db } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { classes } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { addGuests } from "~/models/attendance/guest/guests.server"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addScheduleRow, addStudentRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { seatsOf } from "../../../../tests/support/seats"
import { endWithUndo } from "../class/end-class.server"
import { enroll } from "../class/enroll.server"
import { dropStudent, undoDrop } from "../class/leave-class.server"
import { listStays } from "../class/restore-stays.server"
import { undoEnding } from "../class/undo-ending.server"
import { bookStudent } from "../session/claim.server"
import { makeSessions } from "../session/make-sessions.server"
import { addSession, moveSession } from "../session/move-session.server"
import { partSeated } from "./carry-lessons.server"
import { listEmptied, listEmptiedIds } from "./emptied-lessons.server"
import { answerRenewal, listRenewals } from "./renewals.server"
import { rollOverClasses } from "./roll-over-classes.server"

// What families and the office have entered for lessons of the spring term, when Piano on Wednesdays rolls over into it.

let actor: Actor
let piano: ReturnType<typeof openClass>
let teacherId: string
let termId: string
const choice = { price: "", reason: "" }

beforeEach(() => {
  actor = openSchool().actor
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  termId = listTerms(actor)[0]?.id ?? ""
  teacherId = addTeacherRow(actor, "Theo Petrović", "Piano")
  piano = openClass(actor, {
    class: { name: "Piano", kind: "private", capacity: 2, teacherId },
    pupils: ["Milo Haddad"],
  })
  const scheduleId = addScheduleRow(actor, piano.classId, { startTime: "16:00" })
  makeSessions(actor, scheduleId, "2027-02-10", { from: "2026-11-25" })
  for (const id of piano.enrollmentIds) bookStudent(actor, id)
})

const plan = () => rollOverClasses.plan(actor, [piano.classId], { termId, ...choice })

function carryOut(wish: { answerBy?: string } = {}) {
  const taskId = startTask(actor, { kind: "roll-over-classes", about: {}, items: [], formKey: piano.classId })
  const subject = { taskId, subjectId: piano.classId, name: "", detail: null }
  return rollOverClasses.work.carryOut(actor, { termId, ...choice, ...wish }, subject)
}

const undo = (done: ReturnType<typeof carryOut>) =>
  rollOverClasses.work.undo?.(
    actor,
    { termId, ...choice },
    { subjectId: piano.classId, before: done.ok ? done.before : undefined },
  )
const lessonOn = (originalDate: string) => {
  const found = rowsOf(sessions, { schoolId: actor.school.id, originalDate })
  const [lesson] = found.filter(({ teacherId: id }) => id === teacherId)
  if (!lesson || found.length > 1) throw new Error(`${found.length} lessons on ${originalDate}`)
  return lesson
}
const state = () => ({
  lessons: rowsOf(sessions, { classId: piano.classId })
    // Lessons about which nothing is known are made again.
    .map(({ revision: _, id: _id, ...lesson }) => lesson)
    .sort((a, b) => a.startsAt - b.startsAt),
  seats: rowsOf(seats, { schoolId: actor.school.id }).sort((a, b) => a.id.localeCompare(b.id)),
  credits: rowsOf(makeUpCredits, { schoolId: actor.school.id }).sort((a, b) => a.id.localeCompare(b.id)),
  booked: db()
    .select({ session: sessions.localDate, of: bookings.resourceId })
    .from(bookings)
    .innerJoin(sessions, eq(sessions.id, bookings.sessionId))
    .where(eq(bookings.schoolId, actor.school.id))
    .all()
    .map(({ session, of }) => `${session} ${of}`)
    .sort(),
})

test("a reported absence with its credit, a guest and a make-up go into the new lesson, and back", () => {
  const [milo = ""] = piano.studentIds
  const [wren, ada] = ["Wren", "Ada"].map((name) => addStudentRow(actor, name, "Adeyemi"))
  const lesson = lessonOn("2027-01-20")
  const notice = { at: testNow, text: "On a trip" }
  expect(recordNotice(actor, lesson.id, milo, notice)).toMatchObject({ ok: true })
  changeRows(classes, { id: piano.classId }, { capacity: 4 })
  expect(addGuests(actor, lesson.id, { students: [wren ?? ""], isFree: true }).ok).toBe(true)
  const granted = newRow(actor)
  const makeUp = newRow(actor)
  addRows(seats, { ...makeUp, sessionId: lesson.id, studentId: ada ?? "", kind: "make_up" })
  addRows(makeUpCredits, {
    ...granted,
    studentId: ada ?? "",
    minutes: 30,
    grantedClassId: piano.classId,
    prepaidPercent: 100,
    expiresOn: "2027-06-30",
    usedSeatId: makeUp.id,
    usedAt: testNow,
  })
  expect(plan()[0]?.text).toContain(
    "1 lesson with a time, teacher, room or link of its own, a reported absence, a guest or a make-up goes along",
  )
  const before = state()
  expect(before.credits).toHaveLength(2)
  const done = orFail(carryOut())
  expect(lessonOn("2027-01-20")).toMatchObject({ id: lesson.id, classId: done.made, state: "planned" })
  expect(lessonOn("2027-01-20").scheduleId).not.toBe(lesson.scheduleId)
  const taken = seatsOf(actor, lesson.id)
  expect(taken.map(({ firstName, kind, isWaived }) => [firstName, kind, isWaived])).toEqual([
    ["Ada", "make_up", false],
    ["Milo", "enrolled", false],
    ["Wren", "visitor", true],
  ])
  expect(taken.find(({ firstName }) => firstName === "Milo")?.notice).toMatchObject({ text: "On a trip" })
  expect(state().credits).toEqual(before.credits)
  expect(undo(done)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

const moved = (sessionId: string, date: string, startTime = "10:00") =>
  moveSession(actor, sessionId, { date, startTime, teacherId, roomId: null }).ok

test("a moved lesson goes along at the time it was moved to, and its week gets no other", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-20")
  expect(moved(lesson.id, "2027-01-21")).toBe(true)
  expect(recordNotice(actor, lesson.id, milo, { at: testNow, text: "On a trip" })).toMatchObject({
    ok: true,
  })
  expect(plan()[0]?.text).toContain(
    "1 lesson with a time, teacher, room or link of its own, a reported absence, a guest or a make-up goes along",
  )
  const before = state()
  const done = orFail(carryOut())
  expect(rowOf(sessions, { id: lesson.id })).toMatchObject({
    classId: done.made,
    state: "planned",
    localDate: "2027-01-21",
    startTime: "10:00",
  })
  // `lessonOn` refuses two lessons of one original day.
  expect(lessonOn("2027-01-20").scheduleId).not.toBe(lesson.scheduleId)
  expect(lessonOn("2027-01-20").scheduleId).not.toBeNull()
  expect(seatsOf(actor, lesson.id).map(({ notice }) => notice?.text)).toEqual(["On a trip"])
  expect(undo(done)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a moved lesson about which nothing else is known keeps its new time, and its booked teacher", () => {
  const lesson = lessonOn("2027-01-20")
  expect(moved(lesson.id, "2027-01-21")).toBe(true)
  const before = state()
  const done = orFail(carryOut())
  expect(rowOf(sessions, { id: lesson.id })).toMatchObject({ classId: done.made, localDate: "2027-01-21" })
  expect(lessonOn("2027-01-20").id).toBe(lesson.id)
  const [milo = ""] = piano.studentIds
  for (const each of [teacherId, milo]) expect(state().booked).toContain(`2027-01-21 ${each}`)
  expect(undo(done)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a single lesson beside the weekly times goes along, and stays single", () => {
  const [milo = ""] = piano.studentIds
  const added = orFail(
    addSession(actor, {
      classId: piano.classId,
      date: "2027-01-22",
      startTime: "10:00",
      minutes: 30,
      teacherId,
      roomId: null,
    }),
  )
  expect(recordNotice(actor, added.sessionId, milo, { at: testNow, text: "Ill" }).ok).toBe(true)
  const before = state()
  const done = orFail(carryOut())
  expect(rowOf(sessions, { id: added.sessionId })).toMatchObject({
    classId: done.made,
    state: "planned",
    scheduleId: null,
  })
  expect(undo(done)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a lesson that was moved out of the term can't go along: it is named, and an undo brings it back", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-20")
  expect(moved(lesson.id, "2027-06-03")).toBe(true)
  expect(recordNotice(actor, lesson.id, milo, { at: testNow, text: "On a trip" })).toMatchObject({
    ok: true,
  })
  expect(plan()[0]?.text).toContain(
    "1 lesson with a time, teacher, room or link of its own, a reported absence, a guest or a make-up can’t go along (Jun 3)",
  )
  const done = orFail(carryOut())
  expect(rowOf(sessions, { id: lesson.id })).toMatchObject({ classId: piano.classId, state: "cancelled" })
  expect(undo(done)).toMatchObject({ ok: true })
  expect(rowOf(sessions, { id: lesson.id })).toMatchObject({
    classId: piano.classId,
    state: "planned",
    localDate: "2027-06-03",
  })
})

test("nor can one at the same time as a lesson that the class has anyway", () => {
  const term = { startsOn: "2027-01-11", endsOn: "2027-05-28" }
  const weeklyTime = { weekdays: [3], everyWeeks: 1, startTime: "16:00", minutes: 45, startsOn: "2027-01-13" }
  const rule = { ...weeklyTime, scheduleId: "another" }
  const single = {
    sessionId: "single",
    classId: "piano",
    scheduleId: null,
    originalDate: "2027-01-20",
    originalStartTime: "16:30",
    sequence: 0,
    localDate: "2027-01-20",
    startTime: "16:30",
    minutes: 30,
    teacherId: null,
    state: "planned" as const,
    keptDespite: null,
  }
  const weekly = { ...single, sessionId: "weekly", scheduleId: "weekly", originalStartTime: "16:00" }
  const ids = (lessons: (typeof single | typeof weekly)[]) =>
    partSeated(lessons, { rules: [rule] }, term).carried.map(({ sessionId }) => sessionId)
  expect(ids([single])).toEqual([])
  expect(ids([{ ...single, startTime: "16:45", originalStartTime: "16:45" }])).toEqual(["single"])
  // Moved to the next day, the weekly lesson leaves its time to the single one.
  expect(ids([single, { ...weekly, localDate: "2027-01-21" }])).toEqual(["single", "weekly"])
  expect(ids([{ ...weekly, originalStartTime: "17:00" }])).toEqual([])
})

test("isn't undone once attendance is recorded in a lesson that went along", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-13")
  expect(recordNotice(actor, lesson.id, milo, { at: testNow, text: "Ill" })).toMatchObject({ ok: true })
  const done = orFail(carryOut())
  fixClock(lesson.endsAt)
  const marks = [{ studentId: milo, code: "excused" as const }]
  expect(takeRegister(actor, lesson.id, { marks }).ok).toBe(true)
  expect(undo(done)).toBeRefused("The new class has attendance, notes or invoices, so it stays.")
  expect(lessonOn("2027-01-13").classId).toBe(done.made)
})

test("a family that reported an absence may still decline, and then no one is in the lesson", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-20")
  expect(recordNotice(actor, lesson.id, milo, { at: testNow, text: "On a trip" })).toMatchObject({ ok: true })
  const done = orFail(carryOut({ answerBy: "2026-12-10" }))
  expect(listEmptied(actor)).toEqual({ named: [], total: 0 })
  const renewalId = listRenewals(actor, { page: 1 }).rows[0]?.id ?? ""
  expect(answerRenewal(actor, renewalId, "declined")).toMatchObject({ ok: true })
  expect(seatsOf(actor, lesson.id)).toEqual([])
  expect(state().credits.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  const { named: emptied, total } = listEmptied(actor)
  expect([total, listEmptiedIds(actor)]).toEqual([1, [done.made]])
  expect(emptied).toMatchObject([{ id: done.made, name: "Piano", teacherName: "Theo Petrović" }])
  expect(emptied[0]?.lessons).toBeGreaterThan(3)
  expect(listEmptied(openSchool().actor).total).toBe(0)

  const again = enroll(actor, { classId: done.made ?? "", studentId: milo, startsOn: "2027-01-11" })
  expect(again.ok).toBe(true)
  expect(seatsOf(actor, lesson.id).map(({ firstName, notice }) => [firstName, notice])).toEqual([
    ["Milo", null],
  ])
  expect(listEmptied(actor)).toEqual({ named: [], total: 0 })
})

test("undone after a decline, the absence and its credit are back", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-20")
  expect(recordNotice(actor, lesson.id, milo, { at: testNow, text: "On a trip" })).toMatchObject({ ok: true })
  const before = [seatsOf(actor, lesson.id), state()]
  const done = carryOut({ answerBy: "2026-12-10" })
  if (!done.ok) throw new Error(done.reason)
  const renewalId = listRenewals(actor, { page: 1 }).rows[0]?.id ?? ""
  expect(answerRenewal(actor, renewalId, "declined")).toMatchObject({ ok: true })
  expect(undo(done)).toMatchObject({ ok: true })
  expect([seatsOf(actor, lesson.id), state()]).toEqual(before)
})

test("one from before an update, whose lessons were noted otherwise, isn’t undone", () => {
  const done = orFail(carryOut())
  const carried = [{ sessionId: lessonOn("2027-01-20").id, scheduleId: null }]
  const before = state()
  expect(undo({ ...done, before: { ...done.before, carried } })).toBeRefused(
    "Was done before an update and can’t be undone",
  )
  expect(state()).toEqual(before)
})

test("with a make-up lesson booked for its absence, a spot isn't declined, and nothing is changed", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-20")
  expect(recordNotice(actor, lesson.id, milo, { at: testNow, text: "On a trip" })).toMatchObject({ ok: true })
  const done = carryOut({ answerBy: "2026-12-10" })
  if (!done.ok) throw new Error(done.reason)
  const usedSeatId = seatsOf(actor, lesson.id)[0]?.seatId ?? ""
  const credits = eq(makeUpCredits.schoolId, actor.school.id)
  db().update(makeUpCredits).set({ usedAt: testNow, usedSeatId }).where(credits).run()
  const before = [seatsOf(actor, lesson.id), state()]
  const renewalId = listRenewals(actor, { page: 1 }).rows[0]?.id ?? ""
  expect(answerRenewal(actor, renewalId, "declined")).toBeRefused("credit-used")
  expect([seatsOf(actor, lesson.id), state()]).toEqual(before)
})

test("whose leaving is undone is enrolled once, with the absences and their credits", () => {
  const [milo = ""] = piano.studentIds
  const lesson = lessonOn("2027-01-20")
  expect(recordNotice(actor, lesson.id, milo, { at: testNow, text: "On a trip" })).toMatchObject({ ok: true })
  const open = () => state().credits.filter(({ revokedAt }) => revokedAt === null).length
  const before = [seatsOf(actor, lesson.id).length, listStays(actor, { classId: piano.classId }, ""), open()]
  const enrollmentId = piano.enrollmentIds[0] ?? ""
  const leaving = { lastDay: "2026-12-20", reason: "Moving" }
  expect(dropStudent(actor, piano.classId, enrollmentId, leaving).ok).toBe(true)
  expect(open()).toBe(0)
  expect(undoDrop(actor, piano.classId, enrollmentId, "2026-12-19")).toMatchObject({ reason: "changed" })
  expect(undoDrop(actor, piano.classId, enrollmentId, "2026-12-20").ok).toBe(true)
  expect([
    seatsOf(actor, lesson.id).length,
    listStays(actor, { classId: piano.classId }, ""),
    open(),
  ]).toEqual(before)
})

test("ended, a class without a student gives its teacher the time back", () => {
  const done = orFail(carryOut({ answerBy: "2026-12-10" }))
  const renewalId = listRenewals(actor, { page: 1 }).rows[0]?.id ?? ""
  expect(answerRenewal(actor, renewalId, "declined")).toMatchObject({ ok: true })
  const ended = orFail(endWithUndo(actor, done.made ?? "", { lastDay: "2027-01-10", reason: "Declined" }))
  expect(listEmptied(actor)).toEqual({ named: [], total: 0 })
  const taken = () => state().booked.filter((text) => text.endsWith(teacherId)).length
  const before = taken()
  expect(undoEnding(actor, done.made ?? "", ended.endingId).ok).toBe(true)
  expect(taken()).toBeGreaterThan(before)
  expect(listEmptied(actor).total).toBe(1)
})

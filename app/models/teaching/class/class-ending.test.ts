import { db, transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { students as people } from "db/schema/people"
import { classes, enrollments, schedules } from "db/schema/teaching"
import { classEndings } from "db/schema/teaching-class-endings"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { asc } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import { addGuests } from "~/models/attendance/guest/guests.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addFamily, addGuardian } from "~/models/people/family/family.server"
import { planReturn } from "~/models/people/student/set-status.server"
import { addStudent } from "~/models/people/student/student.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { seatSession } from "../seat/seat.server"
import { cancelSession } from "../session/cancel-session.server"
import { changeRule } from "../session/change-schedule.server"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { addSession, moveSession } from "../session/move-session.server"
import { changeStatus } from "../student-status/change-status.server"
import { endClasses } from "./bulk-classes.server"
import { endWithUndo, listEndings, restoreClass } from "./end-class.server"
import { lettersOfEnding, tellEnding, tellEndings } from "./ending-letters.server"
import { enroll } from "./enroll.server"
import { undoEnding } from "./undo-ending.server"

// Drums on Mondays and Thursdays at four from November 23, 2026; the clock is at the Wednesday before.

const [monday, thursday, nextMonday] = ["2026-11-23", "2026-11-26", "2026-11-30"]
const minute = 60_000

let actor: Actor
let classId: string
let mondays: string
let thursdays: string
let students: string[]

beforeEach(() => {
  actor = openSchool().actor
  const { teacherId } = addMember(actor, "teacher", "Helena Novak")
  classId = addClassRow(actor, { name: "Drums", kind: "group", capacity: 3, teacherId })
  const { familyId } = addFamily(actor, {
    name: "Adeyemi",
    guardians: [{ name: "Ada Adeyemi", email: "ada@example.org", payerShare: 10_000 }],
  })
  students = ["Wren", "Kit"].map((firstName) => {
    const added = addStudent(actor, {
      familyId,
      firstName,
      lastName: "Adeyemi",
      status: "active",
      fromDate: "2026-09-01",
    })
    if (!added.ok) throw new Error(added.reason)
    addEnrollmentRow(actor, classId, added.studentId)
    return added.studentId
  })
  mondays = addScheduleRow(actor, classId, { rrule: "FREQ=WEEKLY;BYDAY=MO", startsOn: monday })
  thursdays = addScheduleRow(actor, classId, { rrule: "FREQ=WEEKLY;BYDAY=TH", startsOn: monday })
  for (const id of [mondays, thursdays]) makeSessions(actor, id, makingHorizon(actor))
})

const lessons = () => rowsOf(sessions, { classId }, { by: "startsAt" })
const lessonOn = (date: string) => {
  const found = lessons().find(({ localDate }) => localDate === date)
  if (!found) throw new Error(`No lesson on ${date}`)
  return found
}
const state = () => ({
  lessons: lessons().map(({ revision: _, ...lesson }) => lesson),
  booked: db()
    .select({ id: bookings.sessionId, of: bookings.resourceId, at: bookings.startsAt })
    .from(bookings)
    .orderBy(asc(bookings.startsAt), asc(bookings.sessionId), asc(bookings.resourceId))
    .all(),
  enrollments: rowsOf(enrollments, undefined, { by: "id" }),
  rules: rowsOf(schedules),
  classes: rowsOf(classes),
})
const mails = () => rowsOf(emails, { schoolId: actor.school.id, template: "class-ended" })

function end(lastDay: string, scheduleId?: string) {
  const done = endWithUndo(actor, classId, { scheduleId, lastDay, reason: "Too few students" })
  if (!done.ok) throw new Error(done.reason)
  return done
}

test("undone, a class has its lessons and enrollments exactly as they were, whatever its last day", () => {
  seatSession(actor, lessonOn(thursday).id)
  expect(cancelSession(actor, lessonOn(nextMonday).id, "Fair").ok).toBe(true)
  const before = state()
  inHistories(20, fc.integer({ min: -3, max: 100 }), fc.boolean(), (days, isPart) => {
    const lastDay = addDays(monday, days)
    if (isPart && days < 0) return
    const { endingId } = end(lastDay, isPart ? mondays : undefined)
    expect(state()).not.toEqual(before)
    expect(undoEnding(actor, classId, endingId)).toMatchObject({ ok: true })
    expect(state()).toEqual(before)
  })
  expect(rowsOf(classEndings)).toEqual([])
})

test("undone, a former student who comes back on a planned day is enrolled again; one who doesn’t come isn’t", () => {
  const [wren = "", kit = ""] = students
  for (const id of [wren, kit]) changeRows(people, { id }, { status: "former" })
  transact(() => planReturn(actor, wren, { on: thursday, reason: "Back from abroad" }))
  const { endingId } = end(nextMonday)
  expect(undoEnding(actor, classId, endingId)).toMatchObject({ ok: true, left: ["Kit Adeyemi"] })
  const stays = rowsOf(enrollments, { classId })
  expect(stays.map(({ studentId, endsOn }) => [studentId, endsOn])).toEqual(
    expect.arrayContaining([
      [wren, null],
      [kit, nextMonday],
    ]),
  )
})

test("a weekly time ends alone: the others and the students stay", () => {
  const { effect, endingId } = end(thursday, mondays)
  expect(effect.students).toEqual([])
  expect(lessons().filter((lesson) => lesson.scheduleId === mondays)).toHaveLength(1)
  expect(lessons().filter((lesson) => lesson.scheduleId === thursdays).length).toBeGreaterThan(5)
  expect(listEndings(actor, classId)).toEqual([
    { id: endingId, lastDay: thursday, part: "Mon 4:00 PM, weekly", toldAt: null },
  ])
  const [letter] = lettersOfEnding(actor, classId, endingId)?.letters ?? []
  expect(letter?.data).toMatchObject({
    part: "Mon 4:00 PM, weekly",
    continuing: ["Thu 4:00 PM, weekly"],
    lastLesson: "Monday, November 23, 4:00 PM",
    studentNames: ["Kit Adeyemi", "Wren Adeyemi"],
  })
})

test("nothing is sent until it is confirmed, then one email a person; undone within two minutes, none", () => {
  const { endingId } = end(thursday)
  expect(mails()).toEqual([])
  expect(tellEnding(actor, classId, endingId)?.reached).toHaveLength(1)
  expect(tellEnding(actor, classId, endingId)).toBeUndefined()
  transact(() => tellEndings(actor, testNow + 2 * minute - 1))
  expect(mails()).toEqual([])
  expect(onceTold(actor, mails).map(({ recipient }) => recipient)).toEqual(["ada@example.org"])
  expect(undoEnding(actor, classId, endingId)).toMatchObject({ ok: true })
  expect(onceTold(actor, mails)).toEqual([])

  const again = end(thursday)
  tellEnding(actor, classId, again.endingId)
  sendTold(actor)
  undoEnding(actor, classId, again.endingId)
  expect(mails().map(({ data }) => JSON.parse(data).isUndone)).toEqual([false, true])
})

test("written a few people at a time, an ending that is undone between them is taken back from whom it was told alone", () => {
  const [wren = ""] = students
  const { familyId } = rowOf(people, { id: wren }) ?? { familyId: "" }
  addGuardian(actor, familyId, { name: "Bola Adeyemi", email: "bola@example.org", payerShare: 0 })
  const { endingId } = end(thursday)
  expect(tellEnding(actor, classId, endingId)?.reached).toHaveLength(2)
  const writeOne = () => transact(() => tellEndings(actor, testNow + 2 * minute, 1))
  expect(writeOne()).toBe(true)
  const [first] = mails()
  expect(undoEnding(actor, classId, endingId)).toMatchObject({ ok: true })
  while (writeOne());
  expect(mails().map(({ recipient, data }) => [recipient, JSON.parse(data).isUndone])).toEqual([
    [first?.recipient, false],
    [first?.recipient, true],
  ])
})

test("nothing is told of a class that was restored before its email left", () => {
  const { endingId } = end(thursday)
  tellEnding(actor, classId, endingId)
  expect(restoreClass(actor, classId)).toMatchObject({ ok: true })
  expect(onceTold(actor, mails)).toEqual([])
})

test("a lesson with attendance stays through an ending and its undo", () => {
  const lesson = lessonOn(nextMonday)
  fixClock(lesson.endsAt)
  const marks = students.map((studentId) => ({ studentId, code: "present" as const }))
  expect(takeRegister(actor, lesson.id, { marks }).ok).toBe(true)
  const { effect, endingId } = end(thursday)
  expect(effect.kept).toBe(1)
  const marked = lessonOn(nextMonday)
  expect(undoEnding(actor, classId, endingId)).toMatchObject({ ok: true })
  expect(lessonOn(nextMonday)).toEqual(marked)
})

test("is refused, with nothing changed, when something was built on it", () => {
  const refuses = (id: string, reason: string) => {
    const before = state()
    expect(undoEnding(actor, classId, id)).toMatchObject({ ok: false, reason })
    expect(state()).toEqual(before)
  }
  const first = end("2026-12-20")
  const second = end(thursday)
  refuses(first.endingId, "changed-since")
  expect(undoEnding(actor, classId, second.endingId)).toMatchObject({ ok: true })
  expect(undoEnding(actor, classId, first.endingId)).toMatchObject({ ok: true })

  const third = end(thursday)
  const { teacherId } = lessonOn(monday)
  const other = addClassRow(actor, { name: "Violin", teacherId })
  const added = addSession(actor, { classId: other, date: nextMonday, startTime: "16:00", minutes: 45 })
  refuses(third.endingId, "taken")
  if (added.ok)
    moveSession(actor, added.sessionId, {
      date: nextMonday,
      startTime: "09:00",
      teacherId: null,
      roomId: null,
    })
  fixClock(Date.parse("2026-12-02T12:00:00Z"))
  refuses(third.endingId, "begun")
})

test("is refused once a weekly time has changed, whose lessons it would double", () => {
  const ended = endWithUndo(actor, classId, { lastDay: "2026-12-13", reason: "Too few" })
  fixClock(testNow + minute)
  const wish = { weekdays: [2], everyWeeks: 1, startTime: "10:00", minutes: 30 } as const
  expect(changeRule(actor, classId, mondays, { from: nextMonday, ...wish }).ok).toBe(true)
  const before = lessons()
  const undone = undoEnding(actor, classId, ended.ok ? ended.endingId : "")
  expect(undone).toBeRefused("changed-since")
  expect(lessons()).toEqual(before)
})

test("a spot that was taken since refuses it, too", () => {
  const { endingId } = end(thursday)
  changeRows(classes, { id: classId }, { endedOn: null, capacity: 1 })
  const ivo = addStudent(actor, {
    familyId: addFamily(actor, { name: "Horvat", guardians: [] }).familyId,
    firstName: "Ivo",
    lastName: "Horvat",
    status: "active",
    fromDate: "2026-09-01",
  })
  if (ivo.ok) enroll(actor, { classId, studentId: ivo.studentId, startsOn: nextMonday })
  changeRows(classes, { id: classId }, { endedOn: thursday })
  expect(undoEnding(actor, classId, endingId)).toEqual({
    ok: false,
    reason: "taken",
    clashes: ["Drums is full now."],
  })
})

test("undone, it leaves out students who have left the school since or were erased, and says who", () => {
  const [wren = "", kit = ""] = students
  const wrens = () => rowOf(enrollments, { studentId: wren })
  for (const lastDay of ["2026-11-18", thursday]) {
    const { endingId } = end(lastDay)
    expect(changeStatus(actor, wren, { step: "end", reason: "Moved away" }).ok).toBe(true)
    const was = wrens()
    expect(undoEnding(actor, classId, endingId)).toMatchObject({
      ok: true,
      students: 1,
      left: ["Wren Adeyemi"],
    })
    expect(wrens()).toEqual(was)
    expect(rowsOf(bookings, { resourceId: wren })).toEqual([])
    expect(changeStatus(actor, wren, { step: "return" }).ok).toBe(true)
    changeRows(enrollments, { studentId: wren }, { endsOn: null, endReason: null })
  }
  const { endingId } = end("2026-11-18")
  expect(erasePerson(actor, "student", kit).ok).toBe(true)
  expect(
    endClasses.work.undo?.(
      actor,
      { lastDay: "2026-11-18", reason: "" },
      { subjectId: classId, before: { endingId } },
    ),
  ).toMatchObject({
    ok: true,
    note: expect.stringMatching(
      /^1 student back\. Erased student .*has left the school and wasn’t enrolled again\.$/,
    ),
  })
})

test("the preview of many counts whom and what the ending takes: no one who leaves by then, no lesson with attendance", () => {
  // Someone of the same name, and one who leaves on the very day, is back later, or had left.
  addEnrollmentRow(actor, classId, addStudentRow(actor, "Wren", "Adeyemi"))
  for (const [name, endsOn] of [
    ["Otis", thursday],
    ["Lina", "2026-11-10"],
  ] as const) {
    const studentId = addStudentRow(actor, name, "Rossi")
    addEnrollmentRow(actor, classId, studentId)
    changeRows(enrollments, { studentId }, { endsOn, endReason: "Moved away" })
  }
  fixClock(Date.parse("2026-12-01T17:00:00Z"))
  const marks = rowsOf(enrollments, { classId, endsOn: null }).map(({ studentId }) => ({
    studentId,
    code: "present" as const,
  }))
  expect(takeRegister(actor, lessonOn(nextMonday).id, { marks })).toMatchObject({ ok: true })
  for (const lastDay of [thursday, "2026-12-10"]) {
    const choice = { lastDay, reason: "The term ends" }
    const [planned] = endClasses.plan(actor, [classId], choice)
    const ended = endClasses.work.carryOut(actor, choice, { taskId: "", subjectId: classId } as never)
    expect(ended).toMatchObject({ ok: true, note: planned?.text })
    expect(planned?.text).toMatch(/^3 students unenrolled, /)
    expect(
      endClasses.work.undo?.(actor, choice, { subjectId: classId, before: ended.ok ? ended.before : null }),
    ).toMatchObject({ ok: true })
  }
})

test("another school's ending isn't found", () => {
  const { endingId } = end(thursday)
  const stranger = openSchool({ name: "Crescendo" }).actor
  expect(undoEnding(stranger, classId, endingId)).toBeRefused("no-ending")
  expect(tellEnding(stranger, classId, endingId)).toBeUndefined()
})

test("a guest of a lesson that goes reads that it is canceled, and that it is back; undone at once, nothing", () => {
  const ben = addStudentRow(actor, "Ben", "Okafor")
  changeRows(people, { id: ben }, { email: "ben@okafor.example" })
  const { id } = lessonOn(nextMonday)
  expect(addGuests(actor, id, { students: [ben], isFree: true }).ok).toBe(true)
  sendTold(actor)
  const read = () =>
    rowsOf(emails, { recipient: "ben@okafor.example", template: "session-changed" }, { by: "createdAt" }).map(
      ({ data }) => JSON.parse(data).change,
    )
  const known = read()
  // Whoever is enrolled reads of the ending alone, also where something waited to be told of that lesson.
  const readByFamily = () =>
    onceTold(
      actor,
      () => rowsOf(emails, { recipient: "ada@example.org", template: "session-changed" }).length,
    )
  const readBefore = readByFamily()
  const first = end(monday)
  expect(readByFamily()).toBe(readBefore)
  expect(undoEnding(actor, classId, first.endingId)).toMatchObject({ ok: true })
  expect(onceTold(actor, read)).toEqual(known)
  const second = end(monday)
  sendTold(actor)
  expect(read()).toEqual([...known, "cancelled"])
  expect(undoEnding(actor, classId, second.endingId)).toMatchObject({ ok: true })
  expect(onceTold(actor, read)).toEqual([...known, "cancelled", "restored"])
})

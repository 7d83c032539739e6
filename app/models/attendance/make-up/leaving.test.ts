import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { waivers } from "db/schema/money-waivers"
import { studentStatusChanges, students, teachers } from "db/schema/people"
import { enrollments, laterTeachers } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { previewLeaving } from "~/models/money/ledger/preview-leaving.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import {
  changeStatus,
  changeStatuses,
  keepAfterAll,
  undoStatus,
} from "~/models/teaching/student-status/change-status.server"
import {
  beginPlannedStatuses,
  cancelPlannedStatus,
  findPlannedStatus,
} from "~/models/teaching/student-status/future-status.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { fixClock, now } from "~/utils/clock.server"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
  openClass,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { addGuests } from "../guest/guests.server"
import { approveLeave } from "../leave/leaves.server"
import { recordNotice } from "../notice/notice.server"
import { takeRegister } from "../register/take-register.server"
import { bookMakeUp, cancelMakeUp, listMakeUps } from "./book-make-up.server"

// Today is Wednesday, 2026-11-18. Otis has two make-up lessons ahead, one in the guitar club on Friday and one alone with Marcus on
// December 3, and is a guest of the choir on December 10, for free.

let office: Actor
let otis: string
let friday: string
let alone: string
let choir: string

beforeEach(() => {
  office = openSchool().actor
  otis = addStudentRow(office, "Otis", "Haddad")
  add(office, studentStatusChanges, { studentId: otis, status: "active", fromDate: "2026-09-01" })
  const marcus = addTeacherRow(office, "Marcus Whitfield")
  const lessons = addClassRow(office, {
    name: "Otis Haddad, guitar",
    instrument: "Guitar",
    teacherId: marcus,
  })
  addEnrollmentRow(office, lessons, otis)
  addHours(office, marcus, { weekday: 4, fromTime: "15:00", toTime: "16:00" })
  for (const date of ["2026-11-10", "2026-11-11"]) {
    const missed = addSessionRow(office, lessons, date, { teacherId: marcus, startTime: "16:00" })
    const mark = { studentId: otis, code: "excused" as const, minutesLate: null }
    expect(takeRegister(office, missed, { marks: [mark] }).ok).toBe(true)
  }
  const teacherId = addTeacherRow(office, "Ana Lopez")
  changeRows(teachers, { id: teacherId }, { email: "ana@harmony.example" })
  const club = openClass(office, {
    class: { name: "Guitar club", capacity: 2, teacherId },
    pupils: ["Milo Singh"],
  })
  friday = addSessionRow(office, club.classId, "2026-11-20", { startTime: "17:00", teacherId })
  const singers = openClass(office, { class: { name: "Choir", capacity: 3 }, pupils: ["Ana Lopez"] })
  choir = addSessionRow(office, singers.classId, "2026-12-10", { startTime: "18:00" })
  expect(bookMakeUp(office, { id: otis }, { kind: "place", sessionId: friday }).ok).toBe(true)
  const booked = bookMakeUp(office, { id: otis }, { kind: "time", date: "2026-12-03", startTime: "15:00" })
  alone = booked.ok ? booked.sessionId : ""
  expect(addGuests(office, choir, { students: [otis], isFree: true }).ok).toBe(true)
})

const seatsOf = () =>
  rowsOf(seats, { studentId: otis })
    .filter(({ kind }) => kind !== "enrolled")
    .map(({ sessionId, kind }) => [sessionId, kind])
    .sort()
const booked = () =>
  [
    [friday, "make_up"],
    [alone, "make_up"],
    [choir, "visitor"],
  ].sort()
const openCredits = () => rowsOf(makeUpCredits, { studentId: otis, usedAt: null }).length
const stateOf = (id: string) => rowOf(sessions, { id })?.state
const bookingsOf = (resource: "student" | "teacher", sessionId: string) =>
  rowsOf(bookings, { resource, sessionId }).length

const booksAhead = () => rowsOf(bookings, { resourceId: otis }).filter(({ startsAt }) => startsAt > now())

function expectFreed() {
  expect([seatsOf(), openCredits()]).toEqual([[], 2])
  expect([friday, alone, choir].map(stateOf)).toEqual(["planned", "cancelled", "planned"])
  expect(bookingsOf("teacher", alone)).toBe(0)
  expect(booksAhead()).toEqual([])
}

function expectBack() {
  expect([seatsOf(), openCredits(), rowsOf(waivers, { schoolId: office.school.id }).length]).toEqual([
    booked(),
    0,
    1,
  ])
  expect([friday, alone, choir].map(stateOf)).toEqual(["planned", "planned", "planned"])
  expect([bookingsOf("teacher", alone), booksAhead().length]).toEqual([1, 3])
}

test("whoever leaves today frees what is booked, the preview says how many, and Undo brings it back", () => {
  expect(previewLeaving(office, otis, { step: "end", reason: "Moves", leaveClasses: false })).toMatchObject({
    ok: true,
    spots: 3,
  })
  expectBack()
  expect(changeStatus(office, otis, { step: "end", reason: "Moves" }).ok).toBe(true)
  expectFreed()
  expect(undoStatus(office, otis, "end")).toMatchObject({ ok: true })
  expectBack()
})

test("whoever leaves on a later day keeps what is booked until then, and has the rest again once that is canceled", () => {
  const leaving = { step: "end" as const, reason: "Moves", from: "2026-12-03" }
  expect(changeStatus(office, otis, leaving)).toMatchObject({ ok: true, spots: [{ sessionId: choir }] })
  expect([seatsOf(), openCredits()]).toEqual([booked().filter(([id]) => id !== choir), 0])
  expect(cancelPlannedStatus(office, otis)).toMatchObject({ ok: true })
  expectBack()
})

test("a plan from before such spots were freed is canceled as ever", () => {
  expect(changeStatus(office, otis, { step: "end", reason: "Moves", from: "2026-12-03" }).ok).toBe(true)
  const kept = JSON.parse(rowOf(studentStatusChanges, { studentId: otis, isAhead: true })?.stays ?? "")
  changeRows(studentStatusChanges, { studentId: otis, isAhead: true }, { stays: JSON.stringify(kept.stays) })
  expect(cancelPlannedStatus(office, otis)).toMatchObject({ ok: true })
  expect(seatsOf().map(([id]) => id)).not.toContain(choir)
})

test("many who leave at once free theirs, as their preview says, and one undo brings them back", () => {
  const form = { step: "end" as const, reason: "Moves", leaveClasses: false }
  expect(changeStatuses.plan(office, [otis], form)).toMatchObject([
    { text: "Active → Former, leaves Otis Haddad, guitar, frees 3 make-up lessons or guest spots" },
  ])
  const one = { taskId: "", subjectId: otis, name: "", detail: null }
  const done = changeStatuses.work.carryOut(office, form, one)
  expect(done).toMatchObject({ ok: true, note: expect.stringContaining("frees 3 make-up lessons") })
  expectFreed()
  const before = done.ok && JSON.parse(JSON.stringify(done.before))
  expect(changeStatuses.work.undo?.(office, form, { subjectId: otis, before })).toMatchObject({ ok: true })
  expectBack()
})

test("an end that a family asked for frees them once it is approved", () => {
  const asked = { kind: "end", state: "asked", startsOn: "2026-11-25", endsOn: null, classId: null } as const
  const leaveId = add(office, leaves, { studentId: otis, ...asked })
  expect(approveLeave(office, leaveId).ok).toBe(true)
  expect(seatsOf()).toEqual([[friday, "make_up"]])
})

test("Undo brings back what it can, and says which spot doesn’t come back and why", () => {
  expect(changeStatus(office, otis, { step: "end", reason: "Moves" }).ok).toBe(true)
  const other = addStudentRow(office, "Wren", "Adeyemi")
  const more = addStudentRow(office, "Aiko", "Moreau")
  expect(addGuests(office, choir, { students: [other, more], isFree: false }).ok).toBe(true)
  expect(undoStatus(office, otis, "end")).toMatchObject({
    ok: true,
    notBack: ["Choir on Dec 10, 2026: full now."],
  })
  expect([seatsOf(), openCredits()]).toEqual([booked().filter(([id]) => id !== choir), 0])
})

test("a planned end is canceled though a credit that it freed is used meanwhile", () => {
  changeStatus(office, otis, { step: "end", reason: "Moves", from: "2026-11-19" })
  changeRows(makeUpCredits, { studentId: otis }, { revokedAt: now() })
  expect(cancelPlannedStatus(office, otis)).toMatchObject({ ok: true, notBack: { length: 2 } })
  expect(seatsOf()).toEqual([[choir, "visitor"]])
})

test("an end that is undone leaves what was planned before as it was", () => {
  const pause = { step: "pause" as const, reason: "Away", from: "2026-12-03", leaveClasses: true }
  expect(changeStatus(office, otis, pause).ok).toBe(true)
  const planned = rowOf(studentStatusChanges, { studentId: otis, isAhead: true })
  expect(changeStatus(office, otis, { step: "end", reason: "Moves" }).ok).toBe(true)
  expect(undoStatus(office, otis, "end")).toMatchObject({ ok: true })
  expect(rowOf(studentStatusChanges, { studentId: otis, isAhead: true })).toMatchObject({
    ...{ status: "paused", fromDate: "2026-12-03", stays: planned?.stays },
  })
  expect(cancelPlannedStatus(office, otis)).toMatchObject({ ok: true, notBack: [] })
  expectBack()
})

const toAna = () =>
  rowsOf(emails, { schoolId: office.school.id, template: "absence-noticed" }, { by: "dueAt" }).map(
    ({ data }) => {
      const { studentName, className, comes } = JSON.parse(data)
      return [studentName, className, comes]
    },
  )

test("the teacher of a lesson that goes on is told that the guest doesn’t come, and of an Undo", () => {
  expect(changeStatus(office, otis, { step: "end", reason: "Moves" }).ok).toBe(true)
  expect(toAna()).toEqual([["Otis Haddad", "Guitar club", false]])
  expect(undoStatus(office, otis, "end")).toMatchObject({ ok: true })
  expect(toAna()).toEqual([
    ["Otis Haddad", "Guitar club", false],
    ["Otis Haddad", "Guitar club", true],
  ])
})

test("a lesson that was added to a group stays when its only guest leaves", () => {
  const workshop = openClass(office, { class: { name: "Workshop", capacity: 2 }, pupils: [] }).classId
  const extra = addSessionRow(office, workshop, "2026-11-21", { startTime: "11:00" })
  const [seat] = rowsOf(seats, { studentId: otis, sessionId: friday })
  changeRows(seats, { id: seat?.id ?? "" }, { sessionId: extra })
  changeRows(bookings, { resourceId: otis, sessionId: friday }, { sessionId: extra })
  expect(changeStatus(office, otis, { step: "end", reason: "Moves" }).ok).toBe(true)
  expect([stateOf(extra), seatsOf()]).toEqual(["planned", []])
})

const activeOn = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const classesOf = () => rowsOf(enrollments, { studentId: otis }).map(({ endsOn }) => endsOn)

test("a planned end that has begun is undone with the classes and spots it ended, also those of the last day", () => {
  const leaving = { step: "end" as const, reason: "Moves", from: "2026-12-01" }
  expect(changeStatus(office, otis, leaving).ok).toBe(true)
  expect(addGuests(office, choir, { students: [otis], isFree: false }).ok).toBe(true)
  activeOn("2026-12-01")
  expect(beginPlannedStatuses(office)).toBe(1)
  expect([seatsOf().map(([id]) => id), classesOf()]).toEqual([[friday], ["2026-12-01"]])
  const which = { status: "former" as const, on: "2026-12-01" }
  expect(keepAfterAll(office, otis, which)).toMatchObject({ ok: true, status: "former", notBack: [] })
  expect([seatsOf().length, classesOf()]).toEqual([3, [null]])
  expect(keepAfterAll(office, otis, which)).toMatchObject({ ok: false, reason: "not-undone" })
})

test("a planned return that is canceled twice brings no one back, and leaves what was planned since", () => {
  const statusOf = () => rowOf(students, { id: otis })?.status
  expect(changeStatus(office, otis, { step: "end", reason: "Moves", from: "2026-12-01" }).ok).toBe(true)
  activeOn("2026-12-01")
  expect(beginPlannedStatuses(office)).toBe(1)
  const which = { status: "active" as const, on: "2027-01-10" }
  const plan = (from: string) => expect(changeStatus(office, otis, { step: "return", from }).ok).toBe(true)
  plan(which.on)
  expect(keepAfterAll(office, otis, which)).toMatchObject({ ok: true, ...which })
  expect(keepAfterAll(office, otis, which)).toMatchObject({ ok: false, reason: "not-undone" })
  expect(keepAfterAll(office, otis)).toBeRefused("nothing-planned")
  expect([statusOf(), classesOf()]).toEqual(["former", ["2026-12-01"]])
  plan("2027-02-01")
  expect(keepAfterAll(office, otis, which)).toMatchObject({ ok: false, reason: "not-undone" })
  expect(findPlannedStatus(office, otis)?.on).toBe("2027-02-01")
})

test("the undo of a bulk plan leaves another plan that was made since", () => {
  const form = { step: "end" as const, reason: "Moves", leaveClasses: false, from: "2026-12-20" }
  const item = { taskId: "", subjectId: otis, name: "", detail: null }
  const done = changeStatuses.work.carryOut(office, form, item)
  const before = done.ok && JSON.parse(JSON.stringify(done.before))
  const undo = () => changeStatuses.work.undo?.(office, form, { subjectId: otis, before })
  expect(cancelPlannedStatus(office, otis)).toMatchObject({ ok: true })
  expect(undo()).toBeRefused("Was already canceled.")
  expect(changeStatus(office, otis, { step: "pause", reason: "Exams", from: "2027-01-05" }).ok).toBe(true)
  expect(undo()).toBeRefused("The status has changed.")
  expect(findPlannedStatus(office, otis)?.on).toBe("2027-01-05")
})

test("a spot that was freed by a plan, booked again and freed once it begins comes back once", () => {
  expect(changeStatus(office, otis, { step: "end", reason: "Moves", from: "2026-11-19" }).ok).toBe(true)
  expect(bookMakeUp(office, { id: otis }, { kind: "place", sessionId: friday }).ok).toBe(true)
  activeOn("2026-11-19")
  expect(beginPlannedStatuses(office)).toBe(1)
  const which = { status: "former" as const, on: "2026-11-19" }
  expect(keepAfterAll(office, otis, which)).toMatchObject({ ok: true, notBack: [] })
  expectBack()
})

test("an end that was never planned isn’t undone by what cancels a plan", () => {
  expect(changeStatus(office, otis, { step: "end", reason: "Moves" }).ok).toBe(true)
  expect(keepAfterAll(office, otis, { status: "former", on: "2026-11-18" })).toMatchObject({
    ok: false,
    reason: "not-undone",
  })
})

test("a full class doesn’t keep the others from coming back, and is named", () => {
  const theory = openClass(office, { class: { name: "Theory", capacity: 1 }, pupils: [] }).classId
  addEnrollmentRow(office, theory, otis)
  const form = { step: "end" as const, reason: "Moves", leaveClasses: false, from: "2026-12-01" }
  const done = changeStatuses.work.carryOut(office, form, {
    taskId: "",
    subjectId: otis,
    name: "",
    detail: null,
  })
  addEnrollmentRow(office, theory, addStudentRow(office, "Wren", "Adeyemi"), { startsOn: "2026-12-02" })
  activeOn("2026-12-01")
  expect(beginPlannedStatuses(office)).toBe(1)
  const before = done.ok && JSON.parse(JSON.stringify(done.before))
  expect(changeStatuses.work.undo?.(office, form, { subjectId: otis, before })).toMatchObject({
    ok: true,
    note: "Active. Theory is full now.",
  })
  expect([seatsOf().length, classesOf().sort()]).toEqual([3, ["2026-12-01", null]])
})

test("the previews of one and of many count the lessons that go, not a spot that stays for its reported absence", () => {
  const [own] = rowsOf(enrollments, { studentId: otis })
  const weekly = { startsOn: "2026-11-27", startTime: "10:00", rrule: "FREQ=WEEKLY;BYDAY=FR" }
  makeSessions(office, addScheduleRow(office, own?.classId ?? "", weekly), "2026-12-11")
  expect(recordNotice(office, choir, otis, { at: now(), text: "Ill" }).ok).toBe(true)
  const form = { step: "end" as const, reason: "Moves", leaveClasses: false }
  expect(previewLeaving(office, otis, form)).toMatchObject({ lessons: 3, spots: 2 })
  const text =
    "Active → Former, leaves Otis Haddad, guitar and 3 planned lessons, frees 2 make-up lessons or guest spots"
  expect(changeStatuses.plan(office, [otis], form)).toMatchObject([{ text }])
  expect(booksAhead()).toHaveLength(6)
  expect(changeStatus(office, otis, form)).toMatchObject({ ok: true, spots: { length: 2 } })
  expect(booksAhead().map(({ sessionId }) => sessionId)).toEqual([choir])
})

test("a make-up lesson after the last day in its class is booked for the student, too", () => {
  const [own] = rowsOf(enrollments, { studentId: otis })
  expect(cancelMakeUp(office, otis, alone).ok).toBe(true)
  const left = dropStudent(office, own?.classId ?? "", own?.id ?? "", {
    lastDay: "2026-11-20",
    reason: "Enough",
  })
  expect(left.ok).toBe(true)
  const booked = bookMakeUp(office, { id: otis }, { kind: "time", date: "2026-12-03", startTime: "15:00" })
  expect(bookingsOf("student", booked.ok ? booked.sessionId : "")).toBe(1)
})

test("no make-up lesson is offered at times of a teacher who has left by then or given the class to another", () => {
  expect(cancelMakeUp(office, otis, alone).ok).toBe(true)
  const days = () =>
    listMakeUps(office, otis).offers.flatMap(({ date, free }) => (free === null ? [date] : []))
  expect(new Set(days())).toEqual(new Set(["2026-11-26", "2026-12-03", "2026-12-10"]))
  const teacherId = rowOf(teachers, { name: "Marcus Whitfield", schoolId: office.school.id })?.id ?? ""
  changeRows(teachers, { id: teacherId }, { lastDay: "2026-12-02" })
  expect(new Set(days())).toEqual(new Set(["2026-11-26"]))
  const [own] = rowsOf(enrollments, { studentId: otis })
  add(office, laterTeachers, { classId: own?.classId ?? "", teacherId: null, fromDate: "2026-11-26" })
  expect(new Set(days())).toEqual(new Set())
})

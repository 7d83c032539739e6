import { makeUpCredits } from "db/schema/attendance"
import { studentStatusChanges, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import type { Actor } from "~/models/foundation/access/actor"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { fixClock, now } from "~/utils/clock.server"
import { addClassRow, addScheduleRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { endWithUndo } from "../class/end-class.server"
import { enroll } from "../class/enroll.server"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { changeStatus, changeStatuses, undoStatus } from "./change-status.server"

let actor: Actor
let classId: string

beforeEach(() => {
  actor = openSchool().actor
  classId = openClass(actor, { pupils: [] }).classId
})

function lead() {
  const { familyId } = addFamily(actor, { name: "Rossi", guardians: [] })
  const added = addStudent(actor, {
    ...{ firstName: "Lina", lastName: "Rossi", familyId },
    ...{ status: "lead" as const, fromDate: "2026-09-01" },
  })
  if (!added.ok) throw new Error(added.reason)
  return added.studentId
}

const statusOf = (studentId: string) => rowOf(students, { id: studentId })?.status

test("a lead who was made active and enrolled since stays active", () => {
  const studentId = lead()
  expect(changeStatus(actor, studentId, { step: "start" })).toMatchObject({ ok: true })
  expect(enroll(actor, { classId, studentId, startsOn: "2026-11-16" })).toMatchObject({ ok: true })
  expect(undoStatus(actor, studentId, "start")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("enrolled"),
  })
  expect(statusOf(studentId)).toBe("active")
})

test("someone reactivated whose trial lesson is booked since isn’t former again", () => {
  const studentId = lead()
  const trial = addClassRow(actor, { name: "Trial", kind: "trial" })
  changeStatus(actor, studentId, { step: "end" })
  changeStatus(actor, studentId, { step: "trial" })
  expect(enroll(actor, { classId: trial, studentId, startsOn: "2026-11-16" })).toMatchObject({ ok: true })
  expect(undoStatus(actor, studentId, "trial")).toMatchObject({ ok: false })
  expect(statusOf(studentId)).toBe("trial")
})

test("undone, a student is back in a class with an end ahead, until that end", () => {
  const studentId = lead()
  expect(enroll(actor, { classId, studentId, startsOn: "2026-11-16" })).toMatchObject({ ok: true })
  const stay = () => rowOf(enrollments, { studentId })
  const pause = () =>
    changeStatuses.work.carryOut(actor, step, { taskId: "", subjectId: studentId, name: "", detail: null })
  const undo = (paused: ReturnType<typeof pause>) =>
    changeStatuses.work.undo?.(actor, step, { subjectId: studentId, before: paused.ok && paused.before })
  const step = { step: "pause" as const, reason: "Break", leaveClasses: true }
  const first = pause()
  expect(endWithUndo(actor, classId, { lastDay: "2026-12-20", reason: "Term ends" }).ok).toBe(true)
  expect(undo(first)).toMatchObject({ ok: true })
  expect(stay()).toMatchObject({ endsOn: "2026-12-20" })
  const second = pause()
  expect(stay()).not.toMatchObject({ endsOn: "2026-12-20" })
  expect(undo(second)).toMatchObject({ ok: true })
  expect(stay()).toMatchObject({ endsOn: "2026-12-20" })
  const third = pause()
  fixClock(Date.parse("2026-12-21T17:00:00Z"))
  expect(undo(third)).toMatchObject({ ok: true, note: "Active. Guitar ensemble has ended." })
})

test("undone, a student has the credit of a reported absence again", () => {
  const studentId = lead()
  expect(enroll(actor, { classId, studentId, startsOn: "2026-11-16" })).toMatchObject({ ok: true })
  const scheduleId = addScheduleRow(actor, classId, { startsOn: "2026-11-23", startTime: "16:00" })
  makeSessions(actor, scheduleId, makingHorizon(actor))
  const lesson = rowsOf(sessions, { classId }).at(-1)
  const reported = recordNotice(actor, lesson?.id ?? "", studentId, { at: now(), text: "Ill" })
  expect(reported.ok).toBe(true)
  const credits = () => rowsOf(makeUpCredits, { studentId, revokedAt: null }).length
  expect(credits()).toBe(1)
  const step = { step: "pause" as const, reason: "Break", leaveClasses: true }
  const paused = changeStatuses.work.carryOut(actor, step, {
    taskId: "",
    ...{ subjectId: studentId, name: "", detail: null },
  })
  expect(credits()).toBe(0)
  const before = paused.ok && paused.before
  expect(changeStatuses.work.undo?.(actor, step, { subjectId: studentId, before })).toMatchObject({
    ok: true,
  })
  expect(credits()).toBe(1)
})

test("someone who was erased since stays former", () => {
  const studentId = lead()
  changeStatus(actor, studentId, { step: "end" })
  expect(erasePerson(actor, "student", studentId).ok).toBe(true)
  expect(undoStatus(actor, studentId, "end")).toBeRefused("No longer in the school.")
  expect(statusOf(studentId)).toBe("former")
})

test("a step that has been undone is undone once", () => {
  const studentId = lead()
  changeStatus(actor, studentId, { step: "start" })
  expect(undoStatus(actor, studentId, "start")).toMatchObject({ ok: true, note: "Lead" })
  expect(undoStatus(actor, studentId, "start")).toMatchObject({ ok: false })
  expect(statusOf(studentId)).toBe("lead")
})

test("a status that is undone on its day is gone from the history, one that is undone later stays in it", () => {
  const studentId = lead()
  const history = () =>
    rowsOf(studentStatusChanges, { studentId }, { by: "fromDate" }).map(({ status }) => status)
  changeStatus(actor, studentId, { step: "end" })
  expect(undoStatus(actor, studentId, "end").ok).toBe(true)
  expect(history()).toEqual(["lead"])
  changeStatus(actor, studentId, { step: "end" })
  fixClock(Date.parse("2026-11-20T17:00:00Z"))
  expect(undoStatus(actor, studentId, "end").ok).toBe(true)
  expect(history()).toEqual(["lead", "former", "lead"])
})

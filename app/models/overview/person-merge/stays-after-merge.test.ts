import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNotNull } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { listStays, restoreStays } from "~/models/teaching/class/restore-stays.server"
import { rollOverClasses } from "~/models/teaching/roll-over/roll-over-classes.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { cancelPlannedStatus } from "~/models/teaching/student-status/future-status.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addScheduleRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { runMerge } from "../bulk/run-selection.server"
import type { FieldChoices } from "./person-merge"

// Freya was entered twice and leaves the guitar ensemble as the one that goes; then the two become one.

let actor: Actor
let keepId: string
let goneId: string
let guitar: string

beforeEach(() => {
  actor = openSchool().actor
  const [keep = "", gone = ""] = openFamily(actor, { children: ["Freya", "Freya"] }).studentIds
  keepId = keep
  goneId = gone
  guitar = openClass(actor, { pupils: [] }).classId
})

const join = (studentId: string, startsOn: string, classId = guitar) => {
  const enrolled = enroll(actor, { classId, studentId, startsOn })
  return enrolled.ok ? enrolled.enrollmentId : ""
}
const meet = (classId: string) => {
  const added = addSession(actor, { classId, date: "2026-12-01", startTime: "16:30", minutes: 60 })
  return added.ok ? added.sessionId : ""
}
const merge = (choices: FieldChoices = {}) =>
  runMerge(actor, {
    kind: "merge-students",
    facts: { keepId, goneId, choices },
    name: "Freya Okafor",
    formKey: `${keepId}${goneId}`,
  })
const isGone = () => rowOf(students, { id: goneId }) === undefined
const restore = (stays: ReturnType<typeof listStays>) =>
  allOrNothing(() => {
    const why = restoreStays(actor, stays)
    return why === undefined ? { ok: true as const } : { ok: false as const, why }
  })
const booked = () =>
  rowsOf(bookings, { schoolId: actor.school.id, resourceId: keepId }).map(({ sessionId }) => sessionId)
const endOf = (id: string) => rowOf(enrollments, { id })

test("an enrollment comes back for the student who stayed, unless that one has another lesson then", async () => {
  const enrollmentId = join(goneId, "2026-10-01")
  const lesson = meet(guitar)
  const stays = listStays(actor, { studentId: goneId }, testToday)
  expect(dropStudent(actor, guitar, enrollmentId, { lastDay: testToday, reason: "Pause" }).ok).toBe(true)
  await merge()
  expect(isGone()).toBe(true)
  const piano = openClass(actor, { class: { name: "Piano" }, pupils: [] }).classId
  const other = join(keepId, "2026-11-20", piano)
  meet(piano)
  expect(restore(stays)).toMatchObject({
    ok: false,
    why: "Has another lesson at the time of Guitar ensemble.",
  })
  expect(dropStudent(actor, piano, other, { lastDay: "2026-11-21", reason: "Quits" }).ok).toBe(true)
  expect(restore(stays)).toMatchObject({ ok: true })
  expect(endOf(enrollmentId)).toMatchObject({ studentId: keepId, endsOn: null })
  expect(booked()).toEqual([lesson])
})

test("one that hadn’t begun comes back for the student who stayed, once what was planned is canceled", async () => {
  changeRows(students, { id: keepId }, { status: "lead" })
  const enrollmentId = join(goneId, "2026-11-30")
  const lesson = meet(guitar)
  expect(changeStatus(actor, goneId, { step: "end", reason: "Moves away", from: "2026-11-25" }).ok).toBe(true)
  expect(endOf(enrollmentId)).toBeUndefined()
  await merge({ status: "gone" })
  expect(isGone()).toBe(true)
  expect(cancelPlannedStatus(actor, keepId)).toMatchObject({ ok: true })
  expect(endOf(enrollmentId)).toMatchObject({ studentId: keepId, startsOn: "2026-11-30", endsOn: null })
  expect(booked()).toEqual([lesson])
})

test("one that hadn’t begun is refused with the reason where no one knows whose it is now", async () => {
  join(goneId, "2026-11-30")
  const stays = listStays(actor, { studentId: goneId }, testToday)
  expect(changeStatus(actor, goneId, { step: "end", reason: "Moves away" }).ok).toBe(true)
  await merge()
  expect(isGone()).toBe(true)
  expect(restore(stays)).toEqual({
    ok: false,
    why: "A student of Guitar ensemble was merged with another student. Enroll them again instead.",
  })
})

test("a reported absence goes back with its lesson when the roll-over is undone for the student who stayed", async () => {
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  const about = { termId: listTerms(actor)[0]?.id ?? "", price: "", reason: "" }
  const enrollmentId = join(goneId, "2026-10-01")
  makeSessions(actor, addScheduleRow(actor, guitar), "2027-02-10", { from: "2026-11-25" })
  const find = () => rowsOf(seats, and(eq(seats.schoolId, actor.school.id), isNotNull(seats.noticeAt)))
  const lesson = rowOf(sessions, { classId: guitar, originalDate: "2027-01-20" })
  const notice = { at: testNow, text: "On a trip" }
  expect(recordNotice(actor, lesson?.id ?? "", goneId, notice)).toMatchObject({ ok: true })
  const before = find()
  expect(before).toMatchObject([{ sessionId: lesson?.id, enrollmentId }])
  const taskId = startTask(actor, { kind: "roll-over-classes", about: {}, items: [], formKey: guitar })
  const item = { taskId, subjectId: guitar, name: "", detail: null }
  const done = rollOverClasses.work.carryOut(actor, about, item)
  if (!done.ok) throw new Error(done.reason)
  await merge()
  expect(isGone()).toBe(true)
  expect(rollOverClasses.work.undo?.(actor, about, { subjectId: guitar, before: done.before })).toMatchObject(
    { ok: true, note: "1 student back" },
  )
  expect(find()).toEqual(before.map((seat) => ({ ...seat, studentId: keepId })))
  expect(booked()).toContain(lesson?.id)
})

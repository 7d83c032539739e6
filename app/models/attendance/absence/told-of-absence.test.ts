import { transact } from "db/client.server"
import { arrangedLessons } from "db/schema/attendance-absences"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { runNextItems, startTask } from "~/models/foundation/task/run-task.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { findClosure } from "~/models/teaching/closed-days/closed-days.server"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { tellClosure } from "~/models/teaching/closure/tell-closure.server"
import { tellLessons } from "~/models/teaching/session/compose-updates.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import type { Chosen } from "./absence"
import { arrangeAbsence } from "./arrange-absence.server"
import { tellArranged } from "./tell-arranged.server"
import { undoArrangement, undoArrangementWork } from "./undo-arrangement.server"

// Otis and Milo, brothers, have guitar with Marcus on Wednesday, November 25, at 4, when he is away. Milo leaves on Saturday,
// November 28. Today is Wednesday, November 18, 3:10 PM.

const [friday, monday] = ["2026-11-27", "2026-11-30"]
const toMonday = { choice: "move", at: `${monday} 10:00` } as const

let school: ReturnType<typeof openPayingFamily>["school"]
let marcus: string
let classId: string
let lesson: string
let timeOffId: string

beforeEach(() => {
  const family = openPayingFamily()
  school = family.school
  marcus = addTeacherRow(school, "Marcus Whitfield", "Guitar")
  changeRows(teachers, { id: marcus }, { email: "marcus@harmony.example" })
  classId = addClassRow(school, { name: "Guitar duo", kind: "group", capacity: 9, teacherId: marcus })
  for (const id of family.studentIds) {
    const enrollmentId = addEnrollmentRow(school, classId, id)
    if (id !== family.studentIds[0]) changeRows(enrollments, { id: enrollmentId }, { endsOn: "2026-11-28" })
  }
  lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
  const off = recordTimeOff(school, marcus, { startsOn: "2026-11-25", endsOn: "2026-11-25", reason: null })
  if (!off.ok) throw new Error(off.reason)
  timeOffId = off.timeOffId
})

const arrange = (chosen: Chosen) => {
  const done = arrangeAbsence(school, timeOffId, { choices: { [lesson]: chosen }, formKey: "one" })
  if (!done.ok) throw new Error(JSON.stringify(done))
  return done.arrangementId
}
const lessonNow = () => rowOf(sessions, { id: lesson })
const moveTo = (date: string) => {
  const slot = { date, startTime: "11:00", minutes: 60, roomId: null, teacherId: marcus }
  expect(moveSession(school, lesson, slot).ok).toBe(true)
}
/** What the brothers’ family reads, sent or on its way. */
const toFamily = () => onceTold(school, () => written((recipient) => recipient.startsWith("adult")))
const written = (isOne: (recipient: string) => boolean) =>
  rowsOf(emails, { schoolId: school.school.id })
    .filter(({ template }) => ["session-changed", "lessons-arranged"].includes(template))
    .filter(({ recipient }) => isOne(recipient))
    .map(({ template, data }) => {
      const { change, isUndone, lessons } = JSON.parse(data)
      return [change ?? (isUndone ? "undone" : template), ...lessons.flat()].join(" · ")
    })
function closeMonday() {
  const added = addClosure(school, {
    name: "Storm",
    startsOn: monday,
    endsOn: monday,
    cancelSessions: true,
  })
  const closure = added.ok ? findClosure(school, added.closureId) : undefined
  if (!closure) throw new Error("Not closed")
  expect(lessonNow()).toMatchObject({ state: "cancelled" })
  return closure
}

test("who is left out of an absence’s new time reads that the lesson is on again once it moves to a day on which they come", () => {
  arrange(toMonday)
  sendTold(school)
  expect(toFamily()).toEqual([
    expect.stringMatching(
      /^lessons-arranged .*Otis: Guitar duo moves to Mon, Nov 30.*Milo: Guitar duo is canceled\./,
    ),
  ])
  moveTo(friday)
  const [, letter, ...others] = toFamily()
  expect(others).toEqual([])
  expect(letter).toMatch(/Otis Haddad: Guitar duo, now Fri, Nov 27, 11:00 AM/)
  expect(letter).toMatch(/Back on: Milo Haddad: Guitar duo/)
})

test("an undo tells them as everyone else, once", () => {
  const arrangementId = arrange(toMonday)
  sendTold(school)
  expect(undoArrangement(school, timeOffId, arrangementId)).toMatchObject({ ok: true, restored: 1 })
  expect(toFamily().slice(1)).toEqual([
    expect.stringMatching(/^undone · .*Guitar duo .*as planned.*Guitar duo .*as planned/),
  ])
})

test("left out of it still, they read nothing more of a later move", () => {
  arrange(toMonday)
  sendTold(school)
  moveTo("2026-12-01")
  const [, letter, ...others] = toFamily()
  expect(others).toEqual([])
  expect(letter).toMatch(/^moved · Mon, Nov 30, 10:00 AM · Otis Haddad: Guitar duo, now Tue, Dec 1/)
  expect(letter).not.toMatch(/Milo/)
})

test("an undo before its letters leave says nothing of a lesson that a closure canceled since; the closure’s letter does", () => {
  const arrangementId = arrange(toMonday)
  const closure = closeMonday()
  expect(undoArrangement(school, timeOffId, arrangementId)).toMatchObject({ restored: 0, kept: [{}] })
  expect(toFamily()).toEqual([])
  tellClosure(school, closure)
  expect(toFamily()).toEqual([expect.stringMatching(/^cancelled · Wed, Nov 25, 4:00 PM/)])
})

test("nor does an undo after they left", () => {
  const arrangementId = arrange(toMonday)
  sendTold(school)
  const closure = closeMonday()
  expect(undoArrangement(school, timeOffId, arrangementId)).toMatchObject({ restored: 0, kept: [{}] })
  expect(toFamily()).toHaveLength(1)
  tellClosure(school, closure)
  expect(toFamily().slice(1)).toEqual([
    expect.stringMatching(/^cancelled · Mon, Nov 30, 10:00 AM · Otis Haddad: Guitar duo/),
  ])
})

test("its letters are written a few people at a time; undone between them, those who were told are told so, and no one else", () => {
  const arrangementId = arrange({ choice: "cancel" })
  const all = () => written(() => true)
  const writeOne = () => transact(() => tellArranged(school, testNow + heldMs, 1))
  fixClock(testNow + heldMs)
  expect(writeOne()).toBe(true)
  const [first = "", ...others] = all()
  expect([first, others]).toEqual([expect.stringMatching(/^lessons-arranged/), []])
  const toldFamily = first.includes("Otis: ")
  expect(undoArrangement(school, timeOffId, arrangementId)).toMatchObject({ ok: true, restored: 1 })
  sendTold(school)
  expect(all().slice(1)).toEqual([
    expect.stringMatching(toldFamily ? /^undone · .*Otis/ : /^undone · .*yours again/),
  ])
})

test("all of them are written in the end, once", () => {
  arrange({ choice: "cancel" })
  while (transact(() => tellArranged(school, testNow + heldMs, 1)));
  while (transact(() => tellLessons(school, testNow + heldMs, 1)));
  expect(written(() => true)).toHaveLength(2)
  expect(toFamily()).toHaveLength(1)
})

test("an undo reaches the family of a student who was left out and has no other lesson in it", () => {
  const { familyId } = addFamily(school, {
    name: "Adeyemi",
    guardians: [{ name: "Ada Adeyemi", email: "ada@example.org", payerShare: 10_000 }],
  })
  const added = addStudent(school, {
    ...{ familyId, firstName: "Wren", lastName: "Adeyemi", status: "active", fromDate: "2026-09-01" },
  })
  if (!added.ok) throw new Error(added.reason)
  const enrollmentId = addEnrollmentRow(school, classId, added.studentId)
  changeRows(enrollments, { id: enrollmentId }, { endsOn: "2026-11-28" })
  const toAda = () => onceTold(school, () => written((recipient) => recipient === "ada@example.org"))
  const arrangementId = arrange(toMonday)
  sendTold(school)
  expect(toAda()).toEqual([expect.stringMatching(/^lessons-arranged .*Wren: Guitar duo is canceled\.$/)])
  undoArrangement(school, timeOffId, arrangementId)
  expect(toAda().slice(1)).toEqual([expect.stringMatching(/^undone .*Wren: Guitar duo .*as planned$/)])
})

test("as a task, the lessons of an undo are steps, and so are its letters at its end", () => {
  const arrangementId = arrange(toMonday)
  sendTold(school)
  const row = rowOf(arrangedLessons, { sessionId: lesson })
  const taskId = startTask(school, {
    kind: "undo-arrangement",
    about: { arrangementId, timeOffId, wasTold: true },
    items: [{ subjectId: row?.id ?? "", name: "Guitar duo" }],
  })
  expect(runNextItems(school, taskId, undoArrangementWork)).toBe(true)
  expect(lessonNow()).toMatchObject({ localDate: "2026-11-25" })
  expect(toFamily()).toHaveLength(1)
  while (runNextItems(school, taskId, undoArrangementWork));
  expect(toFamily().slice(1)).toEqual([expect.stringMatching(/^undone/)])
})

import { db, transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { guardians } from "db/schema/people"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { readRegister, undoRegister } from "~/models/attendance/register/read-register.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import type { LessonEmails } from "~/models/teaching/lesson-email/lesson-email"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { fixClock, now } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openLearning } from "../../../../tests/support/learning"
import { changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { chooseMail } from "../../../../tests/support/wanted"
import { assignTask, listAssignments, withdrawAssignment } from "../assignment/assignment.server"
import { shareReport, writeReport } from "../report/report.server"
import { writeLessonLetters } from "./lesson-letter.server"

// Milo has had a guitar lesson with Marcus. His father Jonas logs in; the school emails notes to families.

const minute = 60_000
let place: ReturnType<typeof openLearning>

beforeEach(() => {
  place = openLearning()
  choose("each")
})

const choose = (lessonEmails: LessonEmails) =>
  changeRows(schools, { id: place.school.school.id }, { lessonEmails })

/** Attendance is saved: everyone was there. */
function save(notes: { sharedNote?: string; privateNote?: string; studentNotes?: Record<string, object> }) {
  const { school, sessionId } = place
  const session = findSeatedSession(school, sessionId)
  if (!session) throw new Error("No such lesson")
  const marks = readRegister(school, session).map(({ studentId }) => ({
    studentId,
    code: "present" as const,
  }))
  const taken = takeRegister(school, sessionId, { marks, ...notes })
  expect(taken).toMatchObject({ ok: true })
}

const write = (most = 20) => transact(() => writeLessonLetters(place.school, now(), most))
function later(ms = 2 * minute) {
  fixClock(now() + ms)
  write()
}
const letters = () =>
  db()
    .select({ to: emails.recipient, data: emails.data })
    .from(emails)
    .where(and(eq(emails.schoolId, place.school.school.id), eq(emails.template, "lesson-notes")))
    .all()
    .map(({ to, data }) => ({ to, ...(JSON.parse(data) as MailData["lesson-notes"]) }))
const emailOfJonas = () => rowOf(guardians, { memberId: place.guardian.actor.memberId ?? "" })?.email
const notesIn = () =>
  letters().map(({ students }) => students.flatMap(({ lessons }) => lessons.map(({ note }) => note)))

test("a note leaves two minutes after attendance, with what to practice and the next lesson, never a private one", () => {
  const { school, milo } = place
  assignTask(school, [milo], { task: "Scales, ten minutes a day", dueOn: "2026-11-25" })
  save({ sharedNote: "The slow movement sings now.", privateNote: "Tired; speak to Jonas." })
  later(minute)
  expect(letters()).toEqual([])
  later(minute)
  const [letter, ...others] = letters()
  expect(others).toEqual([])
  expect(letter?.to).toBe(emailOfJonas())
  expect(letter?.students).toMatchObject([
    {
      studentName: "Milo",
      lessons: [
        { className: "Guitar", teacherName: "Marcus Whitfield", note: "The slow movement sings now." },
      ],
      practice: [{ task: "Scales, ten minutes a day", by: "Wednesday, November 25" }],
      hasNewPractice: true,
    },
  ])
  expect(JSON.stringify(letter)).not.toContain("Tired")
  expect(letter?.answerTo).toBe(place.marcus.memberId)
  later()
  expect(letters()).toHaveLength(1)
})

test("a note that is corrected before it leaves is one email; one deleted before is none", () => {
  save({ sharedNote: "The slow movment" })
  fixClock(now() + minute)
  save({ sharedNote: "The slow movement" })
  later()
  expect(notesIn()).toEqual([["The slow movement"]])
  save({ sharedNote: "Something else" })
  save({ sharedNote: "" })
  later()
  expect(letters()).toHaveLength(1)
})

test("a correction of what was read says that it is one; the same again, or back as it was, is none", () => {
  save({ sharedNote: "Bars 1 to 8" })
  later()
  save({ sharedNote: "Bars 1 to 9" })
  save({ sharedNote: "Bars 1 to 8" })
  later()
  expect(notesIn()).toEqual([["Bars 1 to 8"]])
  save({ sharedNote: "Bars 1 to 16" })
  later()
  expect(notesIn()).toEqual([["Bars 1 to 8"], ["Bars 1 to 16"]])
  expect(letters()[1]?.students[0]?.lessons[0]?.isCorrected).toBe(true)
})

test("attendance that is undone before the email leaves tells no one until it is taken again", () => {
  save({ sharedNote: "Well done" })
  expect(undoRegister(place.school, place.sessionId)).toMatchObject({ ok: true })
  later()
  expect(letters()).toEqual([])
  save({})
  later()
  expect(notesIn()).toEqual([["Well done"]])
})

test("an assignment that is removed in time tells no one; a report comes with its words", () => {
  const { school, milo } = place
  const give = (task: string) => assignTask(school, [milo], { task, dueOn: null })
  give("Scales")
  const [scales] = listAssignments(school, milo).open
  withdrawAssignment(school, milo, scales?.id ?? "")
  later()
  expect(letters()).toEqual([])
  give("Arpeggios")
  const period = { fromDate: "2026-09-01", toDate: "2026-11-15" }
  const report = writeReport(school, milo, { ...period, words: "A strong term." })
  if (!report.ok) throw new Error(report.reason)
  shareReport(school, report.reportId)
  shareReport(school, report.reportId)
  later()
  expect(letters()).toHaveLength(1)
  expect(letters()[0]?.students).toMatchObject([
    { practice: [{ task: "Arpeggios", by: null }], lessons: [], reports: [{ words: "A strong term." }] },
  ])
})

test("a school that doesn’t want it tells no one, also of what waits", () => {
  choose("never")
  save({ sharedNote: "Well done" })
  later()
  choose("each")
  later()
  expect(letters()).toEqual([])
  save({ sharedNote: "Very well done" })
  choose("never")
  later()
  choose("each")
  later()
  expect(letters()).toEqual([])
})

test("the summary of a day leaves at 7 PM, that of a week on Sunday, each as one email", () => {
  const { school, milo } = place
  const give = (task: string) => assignTask(school, [milo], { task, dueOn: null })
  const at = (text: string) => {
    fixClock(Date.parse(text))
    write()
  }
  choose("day")
  save({ sharedNote: "One" })
  give("Scales")
  // Wednesday evening in New York
  at("2026-11-18T23:59:00Z")
  expect(letters()).toEqual([])
  at("2026-11-19T00:00:00Z")
  expect(letters()).toHaveLength(1)
  give("Too late for today")
  at("2026-11-19T23:00:00Z")
  expect(letters()).toHaveLength(1)
  at("2026-11-20T00:00:00Z")
  expect(letters()).toHaveLength(2)
  choose("week")
  give("For the week")
  at("2026-11-22T23:59:00Z")
  expect(letters()).toHaveLength(2)
  at("2026-11-23T00:00:00Z")
  expect(letters()).toHaveLength(3)
})

test("who turned these emails off, or left the family before, gets none; a step writes to so many", () => {
  const { school, guardian } = place
  chooseMail(guardian.actor, [])
  save({ sharedNote: "One" })
  later()
  expect(letters()).toEqual([])
  chooseMail(guardian.actor, ["notes"])
  save({ sharedNote: "Two" })
  changeRows(guardians, { memberId: guardian.actor.memberId ?? "" }, { email: "elsewhere@mail.example" })
  later()
  expect(letters()).toEqual([])
  save({ sharedNote: "Three" })
  fixClock(now() + 2 * minute)
  expect(write(1)).toBe(false)
  expect(letters().map(({ to }) => to)).toEqual(["elsewhere@mail.example"])
  fixClock(now() + 61 * 24 * 60 * minute)
  write()
  const rows = rowsOf(readerUpdates, { schoolId: school.school.id })
  expect(rows).toEqual([])
})

test("notes of a lesson long ago, as of a roster that is brought in, aren’t emailed", () => {
  fixClock(testNow + 15 * 24 * 60 * minute)
  save({ sharedNote: "Well done" })
  later()
  expect(letters()).toEqual([])
})

import { expect, test } from "vitest"
import { putAway } from "~/models/accounts/school-list/school-list.server"
import { findOwnDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { findTask } from "~/models/foundation/task/task.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { runMerge, undoBulk } from "~/models/overview/bulk/run-selection.server"
import { fixClock } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { addRoomRow, addStudentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool, orFail } from "../../../../tests/support/school"
import { deactivateTeacher } from "../teacher-leaving/deactivate-teacher.server"
import { answerOccasion, enterAnswer, listEnteredBy, undoAnswer } from "./answer-occasion.server"
import {
  countResults,
  listOutcomes,
  listResults,
  listStudentResults,
  markOf,
  releaseResults,
  saveResults,
} from "./exam-results.server"
import { findOccasion } from "./find-occasion.server"
import { listLedOccasions, listOccasionsInRoom } from "./hand-over-occasions.server"
import { addOccasion, deleteOccasion, publishOccasion } from "./occasion.server"
import { listOccasionWarnings } from "./occasion-clashes.server"
import { inviteStudents, listGuests, removeGuest } from "./occasion-guests.server"
import { addEntry, listProgram } from "./program.server"

// Today is Wednesday, November 18, 2026; the exam is on Saturday, December 12.

const wish = {
  kind: "exam",
  title: "Grade exams",
  date: "2026-12-12",
  startTime: "10:00",
  endTime: "16:00",
} as const

type School = Parameters<typeof addOccasion>[0]

function planned(school: School, facts: Partial<Parameters<typeof addOccasion>[1]> = {}): string {
  return orFail(addOccasion(school, { ...wish, ...facts })).occasionId
}

function openExam() {
  const { actor: school } = openSchool()
  const [milo, ada] = [addStudentRow(school, "Milo", "Adler"), addStudentRow(school, "Ada", "Rossi")]
  const id = planned(school)
  inviteStudents(school, id, [milo, ada])
  return { school, milo, ada, id }
}

test("results are saved for many at once, shown when they are released, and cleared by an empty row", () => {
  const { school, milo, ada, id } = openExam()
  const empty = { grade: "", outcome: "", note: "", on: "2026-12-12" }
  const merit = { grade: "92", outcome: "Pass with merit", note: "", on: "2026-12-12" }
  const save = (result: Parameters<typeof saveResults>[2]["result"]) => saveResults(school, id, { result })
  expect(save({ [milo]: merit, [ada]: empty })).toEqual({ ok: true, changed: 1 })
  expect(save({ [milo]: merit })).toEqual({ ok: true, changed: 0 })
  expect(save({ [ada]: { note: "Could not play." } })).toEqual({ ok: true, changed: 1 })
  expect(countResults(school, id)).toEqual({ results: 2, released: 0 })
  expect(listOutcomes(school)).toEqual(["Pass with merit"])
  expect(listStudentResults(school, milo)).toMatchObject([{ grade: "92", title: "Grade exams" }])
  expect(listStudentResults(school, milo, { releasedOnly: true })).toEqual([])
  expect(releaseResults(school, id, true)).toEqual({ ok: true, changed: 2 })
  expect(releaseResults(school, id, true)).toEqual({ ok: true, changed: 0 })
  expect(listStudentResults(school, milo, { releasedOnly: true })).toHaveLength(1)
  expect(removeGuest(school, id, milo)).toBeRefused("has-result")
  expect(save({ [milo]: empty })).toEqual({ ok: true, changed: 1 })
  expect(listResults(school, id, [milo])).toMatchObject([{ grade: null, on: null, releasedAt: null }])
  expect(removeGuest(school, id, milo)).toMatchObject({ ok: true })
  expect(releaseResults(school, id, false)).toEqual({ ok: true, changed: 1 })
  expect(countResults(school, id)).toEqual({ results: 1, released: 0 })
})

test("a page from before keeps what a colleague entered, and names it where both entered something", () => {
  const { school, milo, ada, id } = openExam()
  const none = markOf({ grade: null, outcome: null, note: null, on: null })
  const on = "2026-12-12"
  const save = (result: Parameters<typeof saveResults>[2]["result"]) => saveResults(school, id, { result })
  save({ [ada]: { grade: "92", on, was: none } })
  releaseResults(school, id, true)
  expect(save({ [milo]: { grade: "80", on, was: none }, [ada]: { on, was: none } })).toEqual({
    ok: true,
    changed: 1,
  })
  expect(listStudentResults(school, ada, { releasedOnly: true })).toMatchObject([{ grade: "92" }])
  const both = { [milo]: { grade: "85", on }, [ada]: { grade: "70", on, was: none } }
  const refused = save(both)
  expect(refused).toMatchObject({ ok: false, reason: "changed-meanwhile" })
  expect("present" in refused && [...refused.present.keys()]).toEqual([ada])
  expect(listResults(school, id, [milo])).toMatchObject([{ grade: "80" }])
  const was = markOf({ grade: "92", outcome: null, note: null, on })
  expect(save({ ...both, [ada]: { grade: "70", on, was } })).toEqual({ ok: true, changed: 2 })
})

test("results are shown only when as many are hidden as the page counted", () => {
  const { school, milo, ada, id } = openExam()
  saveResults(school, id, { result: { [milo]: { grade: "80" }, [ada]: { grade: "92" } } })
  expect(releaseResults(school, id, true, { seen: 1 })).toEqual({
    ok: false,
    reason: "other-count",
    hidden: 2,
  })
  expect(countResults(school, id).released).toBe(0)
  expect(releaseResults(school, id, true, { seen: 2 })).toEqual({ ok: true, changed: 2 })
})

test("a student who isn’t invited, and another school’s event, have no results", () => {
  const { school, milo, id } = openExam()
  const stranger = addStudentRow(openSchool().actor, "Noa", "Lind")
  const result = { [milo]: { grade: "90" }, [stranger]: { grade: "90" } }
  expect(saveResults(school, id, { result })).toBeRefused("not-invited")
  expect(countResults(school, id).results).toBe(0)
  expect(saveResults(openSchool().actor, id, { result: {} })).toBeRefused("not-found")
})

test("the office enters an answer from the phone and undoes it, until the family answers itself", () => {
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = ""] = studentIds
  const id = planned(school)
  inviteStudents(school, id, studentIds)
  expect(enterAnswer(school, id, otis, "yes")).toBeRefused("not-published")
  publishOccasion(school, id)
  const answer = () => listGuests(school, id).find(({ studentId }) => studentId === otis)?.answer
  const say = (text: "yes" | "no") => answerOccasion(guardian.actor, id, { id: otis, name: "Otis" }, text)
  say("no")
  expect(enterAnswer(school, id, otis, "no")).toMatchObject({ ok: true, changed: false })
  expect(undoAnswer(school, id, otis)).toBeRefused("not-found")
  expect(enterAnswer(school, id, otis, "yes")).toMatchObject({ ok: true, changed: true })
  expect(answer()).toBe("yes")
  expect([...listEnteredBy(school, id).keys()]).toEqual([otis])
  expect(undoAnswer(school, id, otis).ok).toBe(true)
  expect(answer()).toBe("no")
  expect(listEnteredBy(school, id).size).toBe(0)
  expect(undoAnswer(school, id, otis)).toBeRefused("not-found")
  enterAnswer(school, id, otis, "yes")
  say("no")
  expect(undoAnswer(school, id, otis)).toBeRefused("not-found")
  expect(answer()).toBe("no")
  expect(enterAnswer(school, id, "unknown", "yes")).toBeRefused("not-found")
  fixClock(Date.parse("2026-12-13T12:00:00Z"))
  expect(enterAnswer(school, id, otis, "yes")).toBeRefused("over")
})

test("a form that is sent twice adds one event and one piece", () => {
  const { school, milo, id } = openExam()
  const first = addOccasion(school, { ...wish, formKey: "once" })
  expect(addOccasion(school, { ...wish, formKey: "once" })).toEqual(first)
  const other = { ...wish, title: "Another exam", formKey: "once" }
  expect(addOccasion(school, other)).toBeRefused("sent-before")
  const piece = { piece: "Minuet", performers: [milo], formKey: "piece" }
  const added = addEntry(school, id, piece)
  expect(addEntry(school, id, piece)).toEqual(added)
  expect(addEntry(school, id, { ...piece, piece: "Gavotte" })).toBeRefused("sent-before")
  expect(listProgram(school, id)).toHaveLength(1)
})

test("a deleted draft comes back from the bin with its students and program", () => {
  const { school, milo, id } = openExam()
  addEntry(school, id, { piece: "Minuet", performers: [milo] })
  expect(deleteOccasion(school, id).ok).toBe(true)
  expect(findOccasion(school, id)).toBeUndefined()
  expect(restoreDeleted(school, findOwnDeletion(school, id) ?? "").ok).toBe(true)
  expect(listGuests(school, id)).toHaveLength(2)
  expect(listProgram(school, id)).toMatchObject([{ piece: "Minuet", performers: [{ id: milo }] }])
})

test("of two profiles invited to one event the later answer stays, and an undo brings both back", async () => {
  const { actor: school } = openSchool()
  const { studentIds } = openFamily(school, { children: ["Freya", "Freya"] })
  const [keepId = "", goneId = ""] = studentIds
  const id = planned(school)
  inviteStudents(school, id, studentIds)
  publishOccasion(school, id)
  enterAnswer(school, id, keepId, "yes")
  fixClock(testNow + 60_000)
  enterAnswer(school, id, goneId, "no")
  const taskId = await runMerge(school, {
    kind: "merge-students",
    facts: { keepId, goneId, choices: {} },
    name: "Freya Okafor",
    formKey: "merge",
  })
  expect(listGuests(school, id)).toMatchObject([{ studentId: keepId, answer: "no" }])
  expect(findTask(school, taskId)?.excepted).toBe(0)
  await undoBulk(school, taskId)
  const answers = new Map(listGuests(school, id).map(({ studentId, answer }) => [studentId, answer]))
  expect([answers.get(keepId), answers.get(goneId)]).toEqual(["yes", "no"])
})

test("a teacher who leaves hands their events over, and an archived room is named on its events", () => {
  const { actor: school } = openSchool()
  const [kwame, ines] = [addTeacherRow(school, "Kwame Boateng"), addTeacherRow(school, "Ines Pohl")]
  const hall = addRoomRow(school, "Hall")
  const [taken, open] = [
    planned(school, { teacherId: kwame, roomId: hall }),
    planned(school, { teacherId: kwame }),
  ]
  expect(listLedOccasions(school, kwame)).toHaveLength(2)
  const leave = (takers: [string, string | null][]) => deactivateTeacher(school, kwame, new Map(takers))
  const stranger = addTeacherRow(openSchool().actor, "Ana Lopez")
  expect(leave([[taken, stranger]])).toEqual({ ok: false, reason: "unknown-lead", occasionId: taken })
  expect(leave([[taken, kwame]])).toMatchObject({ ok: false, reason: "unknown-lead" })
  expect(leave([[taken, ines]])).toMatchObject({ ok: true })
  expect(findOccasion(school, taken)?.teacherId).toBe(ines)
  expect(findOccasion(school, open)?.teacherId).toBeNull()
  expect(listOccasionsInRoom(school, hall)).toMatchObject([{ id: taken }])
  putAway(school, "rooms", hall, true)
  const found = findOccasion(school, taken)
  expect(found && listOccasionWarnings(school, found)).toEqual(["Hall is archived. Choose another room."])
})

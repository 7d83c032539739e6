import { expect, test } from "vitest"
import { newId } from "~/utils/ids.server"
import { testToday } from "../../../../tests/support/clock"
import { openLearning, shareNote } from "../../../../tests/support/learning"
import { openSchool } from "../../../../tests/support/school"
import {
  assignTask,
  listAssignments,
  setAssignmentDone,
  withdrawAssignment,
} from "../assignment/assignment.server"
import { listFeedback, listRepliesToSession, replyToNote } from "../feedback/feedback.server"
import { findPractice, logPractice, minutesBetween, removePractice } from "../practice/practice.server"
import { addPiece, changePieces, listPieces, removePiece } from "../repertoire/repertoire.server"
import { findLearner } from "./learner.server"

test("the office sees every student, a teacher their own, a family its children, another school no one", () => {
  const { school, marcus, stranger, guardian, miloId, otisId } = openLearning()
  const { actor: elsewhere } = openSchool()
  const seen = (actor: Parameters<typeof findLearner>[0]) =>
    [miloId, otisId].map((id) => findLearner(actor, id)?.firstName)
  expect(seen(school)).toEqual(["Milo", "Otis"])
  expect(seen(marcus.actor)).toEqual(["Milo", undefined])
  expect(seen(stranger.actor)).toEqual([undefined, undefined])
  expect(seen(guardian.actor)).toEqual(["Milo", "Otis"])
  expect(seen(elsewhere)).toEqual([undefined, undefined])
})

test("an assignment is given once, completed by the family, reopened, removed", () => {
  const { school, marcus, guardian, milo, miloId, sessionId } = openLearning()
  const give = (dueOn: string | null) =>
    assignTask(marcus.actor, [milo], { task: "Scales, ten minutes a day", dueOn, sessionId })
  expect(give("2026-11-17")).toBeRefused("due-before-today")
  expect(give("2026-11-25")).toEqual({ ok: true, count: 1 })
  expect(give("2026-11-25")).toEqual({ ok: true, count: 0 })
  const [task] = listAssignments(guardian.actor, milo).open
  expect(task).toMatchObject({
    task: "Scales, ten minutes a day",
    by: "Marcus Whitfield",
    className: "Guitar",
    isLate: false,
  })
  const id = task?.id ?? ""
  expect(setAssignmentDone(guardian.actor, milo, id, true)).toMatchObject({ ok: true })
  expect(setAssignmentDone(guardian.actor, milo, id, true)).toMatchObject({ ok: true })
  expect(listAssignments(school, milo).done).toMatchObject([{ doneOn: testToday, doneBy: "Jonas Haddad" }])
  expect(setAssignmentDone(guardian.actor, { id: "unknown" }, id, false)).toBeRefused("missing")
  setAssignmentDone(guardian.actor, milo, id, false)
  expect(withdrawAssignment(marcus.actor, milo, id, "another session")).toBeRefused("missing")
  expect(withdrawAssignment(marcus.actor, { id: miloId }, id, sessionId)).toMatchObject({ ok: true })
  expect(listAssignments(school, milo)).toEqual({ open: [], done: [] })
})

test("a form sent again gives no one a second assignment, also once the first is done or removed", () => {
  const { school, guardian, milo, miloId, otisId, sessionId } = openLearning()
  const otis = { id: otisId }
  const entryId = newId()
  const written = { entryId, task: "Scales in thirds", dueOn: testToday, sessionId }
  const give = (learners = [milo, otis], changes = {}) =>
    assignTask(school, learners, { ...written, ...changes })
  const openOf = (id: string) => listAssignments(school, { id }).open
  expect(give()).toEqual({ ok: true, count: 2 })
  setAssignmentDone(guardian.actor, milo, openOf(miloId)[0]?.id ?? "", true)
  withdrawAssignment(school, otis, openOf(otisId)[0]?.id ?? "")
  expect(give()).toEqual({ ok: true, count: 0 })
  expect([openOf(miloId), openOf(otisId)]).toEqual([[], []])
  // Gone back and written something else into the same form, which is sent twice.
  for (const count of [1, 0]) expect(give([milo], { task: "Scales in sixths" })).toEqual({ ok: true, count })
  expect(openOf(miloId)).toMatchObject([{ task: "Scales in sixths" }])
})

test("practice is recorded for days that were, ten hours of them at most, a form sent twice once", () => {
  const { guardian, milo } = openLearning()
  const entryId = newId()
  const entry = { entryId, day: testToday, minutes: 25, note: null }
  expect(logPractice(guardian.actor, milo, entry)).toEqual({ ok: true })
  expect(logPractice(guardian.actor, milo, entry)).toEqual({ ok: true })
  expect(minutesBetween(guardian.actor, milo, testToday, testToday)).toBe(25)
  // gone back and written something else into the same form
  for (const _ of ["sent", "sent again"])
    expect(logPractice(guardian.actor, milo, { ...entry, minutes: 10 })).toEqual({ ok: true })
  expect(minutesBetween(guardian.actor, milo, testToday, testToday)).toBe(35)
  const log = (day: string, minutes: number) =>
    logPractice(guardian.actor, milo, { entryId: newId(), day, minutes, note: null })
  expect(log("2026-11-19", 10)).toBeRefused("from-the-future")
  expect(log("2026-09-01", 10)).toBeRefused("too-old")
  expect(log(testToday, 566)).toBeRefused("too-much")
  expect(findPractice(guardian.actor, milo).weeks.at(-1)).toEqual({ from: "2026-11-16", minutes: 35 })
  expect(removePractice(guardian.actor, milo, entryId)).toEqual({ ok: true })
  expect(removePractice(guardian.actor, milo, entryId)).toBeRefused("missing")
})

test("a piece is on the list once and moves from state to state", () => {
  const { marcus, milo } = openLearning()
  const lagrima = { title: "Lágrima", composer: "Francisco Tárrega", state: "learning" as const }
  const added = addPiece(marcus.actor, milo, lagrima)
  expect(addPiece(marcus.actor, milo, { ...lagrima, title: "LÁGRIMA".toLowerCase() })).toMatchObject({
    ok: false,
  })
  const id = added.ok ? added.pieceId : ""
  expect(changePieces(marcus.actor, milo, { [id]: "ready", nobodys: "ready" })).toBe(1)
  expect(changePieces(marcus.actor, milo, { [id]: "ready" })).toBe(0)
  expect(listPieces(marcus.actor, milo)).toMatchObject([{ state: "ready", since: testToday }])
  expect(removePiece(marcus.actor, milo, id)).toEqual({ ok: true, title: "Lágrima" })
  expect(listPieces(marcus.actor, milo)).toEqual([])
})

test("a family answers what was said of its child's lesson; the teacher sees it and answers", () => {
  const { school, marcus, guardian, milo, otisId, sessionId } = openLearning()
  const reply = (actor: typeof school, body: string, who = milo) =>
    replyToNote(actor, who, { entryId: newId(), sessionId, body })
  expect(reply(guardian.actor, "What a lesson")).toBeRefused("not-said")
  shareNote(school, sessionId, "Bars 9 to 16 slowly.")
  const otis = findLearner(school, otisId)
  expect(otis && reply(guardian.actor, "Not my lesson", otis)).toBeRefused("not-said")
  const entryId = newId()
  for (const _ of [1, 2])
    expect(replyToNote(guardian.actor, milo, { entryId, sessionId, body: "Done every day." })).toEqual({
      ok: true,
    })
  expect(reply(marcus.actor, "It shows.")).toEqual({ ok: true })
  expect(listFeedback(guardian.actor, milo, 1)).toMatchObject({
    total: 1,
    lessons: [
      {
        body: "Bars 9 to 16 slowly.",
        replies: [
          { body: "Done every day.", by: "Jonas Haddad", isFamily: true },
          { body: "It shows.", by: "Marcus Whitfield", isFamily: false },
        ],
      },
    ],
  })
  expect(listRepliesToSession(marcus.actor, sessionId)).toHaveLength(2)
})

import { sqlite } from "db/client.server"
import { describe, expect, test } from "vitest"
import { listFeedback } from "~/models/learning/feedback/feedback.server"
import { findLearner } from "~/models/learning/learner/learner.server"
import { testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { takeRegister } from "./take-register.server"

function takeWith(studentNotes: Record<string, { shared?: string; private?: string }>) {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, {})
  const sessionId = addSessionRow(actor, classId, testToday)
  const [freya = "", milo = ""] = studentIds
  const named = Object.fromEntries(
    Object.entries(studentNotes).map(([name, texts]) => [{ freya, milo }[name] ?? name, texts]),
  )
  const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const }))
  const save = (notes = named) =>
    takeRegister(actor, sessionId, { marks, sharedNote: "Bars 17 to 24.", studentNotes: notes })
  return { actor, sessionId, freya, milo, save }
}

const stored = (sessionId: string) =>
  sqlite()
    .prepare(
      "select student_id as student, visibility, body from student_notes where session_id = ? order by 1, 2",
    )
    .all(sessionId)

describe("a note on one student of a group", () => {
  test("only that student’s family reads it, after the note for everyone", () => {
    const { actor, freya, milo, save } = takeWith({
      freya: { shared: "Upper part next week.", private: "Ask about the recital." },
    })
    expect(save().ok).toBe(true)
    const read = (studentId: string) => {
      const learner = findLearner(actor, studentId)
      return learner && listFeedback(actor, learner, 1).lessons.map(({ body }) => body)
    }
    expect(read(freya)).toEqual(["Bars 17 to 24.\n\nUpper part next week."])
    expect(read(milo)).toEqual(["Bars 17 to 24."])
  })

  test("saved twice it is there once, changed it is the new text, emptied it is gone", () => {
    const { sessionId, freya, save } = takeWith({ freya: { shared: "Upper part." } })
    save()
    save()
    expect(stored(sessionId)).toEqual([{ student: freya, visibility: "shared", body: "Upper part." }])
    save({ [freya]: { shared: "Lower part." } })
    expect(stored(sessionId)).toMatchObject([{ body: "Lower part." }])
    save({ [freya]: { shared: "" } })
    expect(stored(sessionId)).toEqual([])
  })

  test("one on a student who isn’t in the lesson is refused", () => {
    const { sessionId, save } = takeWith({ "someone-else": { shared: "Hello" } })
    expect(save()).toBeRefused("unknown-student")
    expect(stored(sessionId)).toEqual([])
  })
})

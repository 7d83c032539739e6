import { studentStatusChanges } from "db/schema/people"
import { seats, sessions } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { add } from "~/models/foundation/access/door.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { startUndo } from "~/models/foundation/task/undo-task.server"
import { addClassRow, addSessionRow, addStudentRow } from "../../../../tests/support/lessons"
import { openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { nextBulkItems } from "./bulk-acts.server"

test("two who leave from one make-up lesson are both back in it, the last to leave first", () => {
  const { actor } = openSchool()
  const duo = addClassRow(actor, { name: "Piano duo", capacity: 2 })
  const sessionId = addSessionRow(actor, duo, "2026-11-25")
  const both = ["Milo", "Otis"].map((firstName) => {
    const studentId = addStudentRow(actor, firstName, "Haddad")
    add(actor, studentStatusChanges, { studentId, status: "active", fromDate: "2026-09-01" })
    add(actor, seats, { sessionId, studentId, kind: "make_up" })
    return studentId
  })
  const taskId = startTask(actor, {
    kind: "change-statuses",
    about: { step: "end", reason: "They move" },
    items: both.map((subjectId) => ({ subjectId, name: "Haddad" })),
  })
  while (nextBulkItems(actor, taskId, "change-statuses"));
  expect(rowOf(sessions, { id: sessionId })?.state).toBe("cancelled")
  const undo = orFail(startUndo(actor, taskId))
  while (nextBulkItems(actor, undo.taskId, "undo"));
  expect(findTask(actor, undo.taskId)).toMatchObject({ done: 2, excepted: 0 })
  expect(rowOf(sessions, { id: sessionId })?.state).toBe("planned")
  const back = rowsOf(seats, { sessionId }).map(({ studentId }) => studentId)
  expect(back.sort()).toEqual(both.sort())
})

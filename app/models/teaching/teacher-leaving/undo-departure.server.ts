import { teachers } from "db/schema/people"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import type { ItemOutcome, UndoneItem } from "~/models/foundation/task/run-task.server"
import { findTask, type Task } from "~/models/foundation/task/task.server"
import { countOf } from "~/utils/count-of"
import { undoClassChange } from "../class/undo-class-change.server"
import { takeOccasionsBack } from "../occasion/hand-over-occasions.server"
import { findTeacherWithState } from "./deactivate-teacher.server"
import { reactivateTeacher } from "./reactivate-teacher.server"

// Undoing the departure of teachers: they come back, then their classes and events, as far as these weren't given to someone
// else since. Who has come back and left again stays as that departure has it.

const Before = z.object({
  teacherId: z.string(),
  taskId: z.string(),
  changeId: z.string().optional(),
  events: z.array(z.tuple([z.string(), z.string().nullable()])).default([]),
})

/** Whether a teacher was deactivated by this task, and not again after it. */
const isOf = ({ createdAt, finishedAt }: Pick<Task, "createdAt" | "finishedAt">, at: number) =>
  createdAt <= at && at <= (finishedAt ?? at)

/** Takes one class of a departure back, or the teacher; whichever comes first brings the teacher back. */
export function takeDepartureBack(actor: Actor, { subjectId, before }: UndoneItem): ItemOutcome {
  const { teacherId, taskId, changeId, events } = Before.parse(before)
  const teacher = findTeacherWithState(actor, teacherId)
  if (!teacher) return { ok: false, reason: "No longer in the school." }
  const task = findTask(actor, taskId)
  if (teacher.lastDay !== null) change(actor, teachers, teacherId, { lastDay: null })
  if (teacher.deactivatedAt !== null) {
    if (!task || !isOf(task, teacher.deactivatedAt))
      return { ok: false, reason: `${teacher.name} has been deactivated again.` }
    const back = reactivateTeacher(actor, teacherId)
    if (!back.ok)
      return {
        ok: false,
        reason:
          back.reason === "limit-reached"
            ? `Your plan has no room for ${teacher.name} by now.`
            : `The data of ${teacher.name} was erased.`,
      }
  }
  if (changeId === undefined) {
    const led = takeOccasionsBack(actor, teacherId, events)
    return {
      ok: true,
      note: led > 0 ? `active again, in charge of ${countOf(led, "event")}` : "active again",
    }
  }
  const undone = undoClassChange(actor, subjectId, changeId)
  if (undone.ok) return { ok: true, note: `back to ${teacher.name}`, made: subjectId }
  if (undone.reason === "no-change" || undone.reason === "changed-since")
    return { ok: false, reason: "Changed again since." }
  return {
    ok: false,
    reason: undone.reason === "clash" ? undone.clashes.slice(0, 3).join(" ") : "Its room is archived by now.",
  }
}

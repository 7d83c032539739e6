import { transact } from "db/client.server"
import { taskItems, tasks } from "db/schema/foundation-tasks"
import { and, desc, eq, isNotNull } from "drizzle-orm"
import { z } from "zod"
import type { Result } from "~/utils/result"
import type { Actor } from "../access/actor"
import { change, ownRows } from "../access/door.server"
import { recordEvent } from "../audit/audit.server"
import { type ItemOutcome, queueSteps, startTask, type TaskWork, type UndoneItem } from "./run-task.server"
import { hasEnded, isUnderWay, type TaskKind, taskKinds } from "./task"
import { findTask, findTaskToShow, titleOf } from "./task.server"

// Taking a task back is a task of its own, once: its items are those that were done, the last first, each with what it was before. What
// couldn't be taken back then is tried again when asked.

/** The task that takes this one back, if there is one; `left` is what it couldn't take back, or was stopped before. */
export function findUndo(
  actor: Actor,
  taskId: string,
): { id: string; undone: number; left: number } | undefined {
  const undo = ownRows(actor, tasks, ["id", "state", "total", "done", "excepted"])
    .where(eq(tasks.undoes, taskId))
    .get()
  if (!undo) return undefined
  const { id, total } = undo
  const undone = undo.done - undo.excepted
  return { id, undone, left: hasEnded(undo) ? total - undone : 0 }
}

/** Starts taking back what a task has done. Asked again, it answers the task that does it, which tries what is left. */
export function startUndo(
  actor: Actor,
  taskId: string,
): Result<{ taskId: string; total: number }, "not-found" | "not-now"> {
  return transact(() => {
    const task = findTaskToShow(actor, taskId)
    if (!task || !taskKinds[task.kind].undo) return { ok: false, reason: "not-found" }
    const earlier = findUndo(actor, taskId)
    if (earlier) {
      if (earlier.left > 0) takeUpAgain(actor, earlier)
      return { ok: true, taskId: earlier.id, total: earlier.left }
    }
    const items = listDone(actor, taskId)
    if (isUnderWay(task) || items.length === 0) return { ok: false, reason: "not-now" }
    const { kind } = task
    const undoId = startTask(actor, { kind: "undo", about: { taskId, kind }, items, undoes: taskId })
    recordEvent(actor, "task.undo", taskId, { after: { title: titleOf(task), count: items.length } })
    return { ok: true, taskId: undoId, total: items.length }
  })
}

function takeUpAgain(actor: Actor, { id, undone }: { id: string; undone: number }) {
  change(actor, taskItems, and(eq(taskItems.taskId, id), eq(taskItems.state, "excepted")), {
    state: "waiting",
    note: null,
  })
  change(actor, tasks, id, { state: "waiting", done: undone, excepted: 0, finishedAt: null })
  queueSteps(actor, id, "undo")
}

function listDone(actor: Actor, taskId: string) {
  return ownRows(actor, taskItems, ["subjectId", "name", "before"])
    .where(and(eq(taskItems.taskId, taskId), eq(taskItems.state, "done"), isNotNull(taskItems.before)))
    .orderBy(desc(taskItems.position))
    .all()
    .map(({ before, ...item }) => ({ ...item, detail: JSON.parse(before ?? "null") as object }))
}

const Undone = z.object({ taskId: z.string(), kind: z.string() })

/**
 * The work of taking tasks back, with the undo of each kind.
 * @param undoOf takes an item of a kind back
 * @param close does what is left to do once no more items are taken back
 */
export function undoWork(
  undoOf: (kind: TaskKind, actor: Actor, about: unknown, item: UndoneItem) => ItemOutcome,
  close: (actor: Actor, taskId: string) => boolean,
): TaskWork<z.output<typeof Undone>> {
  return {
    about: Undone,
    atMost: 5,
    close,
    carryOut: (actor, about, { taskId, subjectId, detail }) => {
      const task = findTask(actor, about.taskId)
      if (!task) return { ok: false, reason: "What was done is no longer known." }
      return undoOf(task.kind, actor, task.about, { taskId, subjectId, before: detail })
    },
  }
}

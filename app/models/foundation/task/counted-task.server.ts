import { db } from "db/client.server"
import { tasks } from "db/schema/foundation-tasks"
import { and, inArray } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { own } from "../access/own.server"
import type { TaskResult } from "./task"

// A task without items counts its own steps, done by a job of its own.

/** Notes how many of its steps a counted task has done. False when it was canceled in the meantime. */
export function noteTaskProgress(actor: Actor, taskId: string, done: number): boolean {
  const { changes } = db()
    .update(tasks)
    .set({ done, state: "running" })
    .where(and(own(actor, tasks, taskId), inArray(tasks.state, ["waiting", "running"])))
    .run()
  return changes > 0
}

/** Ends a counted task with what it came to. False when it was canceled in the meantime. */
export function finishTask(actor: Actor, taskId: string, result: TaskResult): boolean {
  const { changes } = db()
    .update(tasks)
    .set({ state: "finished", done: tasks.total, result: JSON.stringify(result), finishedAt: now() })
    .where(and(own(actor, tasks, taskId), inArray(tasks.state, ["waiting", "running"])))
    .run()
  return changes > 0
}

import { tasks } from "db/schema/foundation-tasks"
import { and, eq, inArray } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { change } from "../access/door.server"
import type { TaskResult } from "./task"

// A task without items counts its own steps, done by a job of its own.

/** Notes how many of its steps a counted task has done. False when it was canceled in the meantime. */
export function noteTaskProgress(actor: Actor, taskId: string, done: number): boolean {
  const changes = change(
    actor,
    tasks,
    and(eq(tasks.id, taskId), inArray(tasks.state, ["waiting", "running"])),
    { done, state: "running" },
  )
  return changes > 0
}

/** Ends a counted task with what it came to. False when it was canceled in the meantime. */
export function finishTask(actor: Actor, taskId: string, result: TaskResult): boolean {
  const changes = change(
    actor,
    tasks,
    and(eq(tasks.id, taskId), inArray(tasks.state, ["waiting", "running"])),
    { state: "finished", done: tasks.total, result: JSON.stringify(result), finishedAt: now() },
  )
  return changes > 0
}

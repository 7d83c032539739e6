import { transact } from "db/client.server"
import { taskItems, tasks } from "db/schema/foundation-tasks"
import { and, asc, eq, inArray, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { Actor } from "../access/actor"
import { add, type Changes, change, ownRows, runSql } from "../access/door.server"
import { recordEvent } from "../audit/audit.server"
import { queueJob, reviveJob } from "../job/job.server"
import { type CountedKind, isCounted, isUnderWay, type TaskKind, type TaskResult } from "./task"
import { findTask, findTaskToShow, titleOf } from "./task.server"

// How a task begins, goes on and ends. See task.server.ts.

/** A transaction ends after so long, or after as many items as the kind allows. */
const transactionMs = 6

/** What became of an item. `adds` is summed up in the task's result. */
export type ItemOutcome =
  | { ok: true; note?: string; made?: string; adds?: TaskResult; before?: object }
  | { ok: false; reason: string }

/** An item that was done, to be taken back; by a task where it is one of several. */
export type UndoneItem = { taskId?: string; subjectId: string; before: unknown }

export type WorkedItem = { taskId: string; subjectId: string; name: string; detail: unknown }

/** How a kind of task is carried out. All are called inside the step's transaction. */
export type TaskWork<About> = {
  about: z.ZodType<About>
  /** The most items of one transaction. */
  atMost: number
  carryOut: (actor: Actor, about: About, item: WorkedItem) => ItemOutcome
  /** Takes an item back to what `before` says. Refuses when it was changed again since. */
  undo?: (actor: Actor, about: About, item: UndoneItem) => ItemOutcome
  /**
   * What is still owed once no more items are done, also when the task was canceled, a part at a time: false when nothing
   * was left of it.
   */
  close?: (actor: Actor, taskId: string) => boolean
  /** After the last item: writes the entry of the activity, if there is one. */
  finish?: (actor: Actor, about: About, end: { made: number; excepted: number }) => void
}

export const taskJobKey = (taskId: string) => `carry-on-task@${taskId}`

export type TaskStart = {
  kind: TaskKind
  /** What was chosen, the same for all items. */
  about: object
  /** What it works on, in this order: an id, and how it is listed. */
  items: readonly { subjectId: string; name: string; detail?: object }[]
  /** The form's own key: a form sent again finds the task it has started. */
  formKey?: string | null
  /** The task that this one takes back. */
  undoes?: string
}

/** Starts a task. It runs as a job, from now on without its request. */
export function startTask(actor: Actor, start: TaskStart): string {
  return insertTask(actor, start, start.items.length)
}

/** The same for a task that has no items but counts its own steps, done by a job of its own. */
export function startCountedTask(
  actor: Actor,
  kind: CountedKind,
  total: number,
  formKey: string | null,
): string {
  return insertTask(actor, { kind, about: {}, items: [], formKey }, total)
}

function insertTask(
  actor: Actor,
  { kind, about, items, formKey = null, undoes }: TaskStart,
  total: number,
): string {
  return transact(() => {
    const earlier = formKey === null ? undefined : findTaskOfForm(actor, formKey)
    if (earlier) return earlier
    const id = add(actor, tasks, {
      kind,
      startedBy: actor.memberId,
      formKey,
      about: JSON.stringify(about),
      state: "waiting",
      total,
      undoes: undoes ?? null,
    })
    insertItems(actor, id, items)
    queueSteps(actor, id, kind)
    return id
  })
}

/** The task that this form has started already. */
export function findTaskOfForm(actor: Actor, formKey: string): string | undefined {
  return ownRows(actor, tasks, ["id"]).where(eq(tasks.formKey, formKey)).get()?.id
}

/** In one statement, however many. Each id comes behind the one before. */
function insertItems(actor: Actor, taskId: string, items: TaskStart["items"]) {
  const json = JSON.stringify(
    items.map(({ subjectId, name, detail }) => [subjectId, name, detail && JSON.stringify(detail)]),
  )
  runSql(sql`
    insert into task_items (school_id, id, created_at, task_id, position, subject_id, name, detail, state)
    select ${actor.school.id}, ${taskId} || printf('.%06d', key), ${now()}, ${taskId}, key, value ->> 0, value ->> 1, value ->> 2, 'waiting'
    from json_each(${json})`)
}

/** Queues the job that carries a task out. */
export function queueSteps(actor: Actor, taskId: string, kind: TaskKind) {
  const uniqueKey = taskJobKey(taskId)
  const job = isCounted(kind) ? kind : "carry-on-task"
  queueJob({ kind: job, schoolId: actor.school.id, payload: { taskId }, uniqueKey })
  reviveJob(uniqueKey)
}

/** Does the next items in one short transaction. False when the task does not run, or has just been finished. */
export function runNextItems<About>(actor: Actor, taskId: string, work: TaskWork<About>): boolean {
  return transact(() => {
    const task = findTask(actor, taskId)
    if (!task) return false
    if (!isUnderWay(task)) return task.state === "canceled" && closeMore(actor, taskId, work)
    const about = work.about.parse(task.about)
    const end = performance.now() + transactionMs
    let { done, excepted, result } = task
    for (const item of listNext(actor, taskId, work.atMost)) {
      if (done > task.done && performance.now() > end) break
      const outcome = work.carryOut(actor, about, { taskId, ...item })
      keepOutcome(actor, item.id, outcome)
      done += 1
      if (outcome.ok) result = sumUp(result, outcome.adds ?? {})
      else excepted += 1
    }
    const sums = { done, excepted, result: JSON.stringify(result) }
    if (done > task.done) {
      changeTask(actor, taskId, { ...sums, state: "running" })
      return true
    }
    if (closeMore(actor, taskId, work)) return true
    work.finish?.(actor, about, { made: done - excepted, excepted })
    changeTask(actor, taskId, { ...sums, state: "finished", finishedAt: now() })
    return false
  })
}

const closeMore = <About>(actor: Actor, taskId: string, { close }: TaskWork<About>): boolean =>
  close?.(actor, taskId) ?? false

function listNext(actor: Actor, taskId: string, limit: number) {
  return ownRows(actor, taskItems, ["id", "subjectId", "name", "detail"])
    .where(and(eq(taskItems.taskId, taskId), eq(taskItems.state, "waiting")))
    .orderBy(asc(taskItems.position))
    .limit(limit)
    .all()
    .map(({ detail, ...item }) => ({ ...item, detail: detail === null ? null : JSON.parse(detail) }))
}

function keepOutcome(actor: Actor, itemId: string, outcome: ItemOutcome) {
  change(
    actor,
    taskItems,
    itemId,
    outcome.ok
      ? {
          state: "done",
          note: outcome.note ?? null,
          made: outcome.made ?? null,
          before: outcome.before === undefined ? null : JSON.stringify(outcome.before),
        }
      : { state: "excepted", note: outcome.reason },
  )
}

function sumUp(one: TaskResult, other: TaskResult): TaskResult {
  const sums = { ...one }
  for (const [name, n] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + n
  return sums
}

/** Stops a task. What it has done stays; nothing more is done. */
export function cancelTask(actor: Actor, taskId: string): Result<void, "not-found" | "ended"> {
  return transact(() => {
    const task = findTaskToShow(actor, taskId)
    if (!task) return { ok: false, reason: "not-found" }
    const changes = change(
      actor,
      tasks,
      and(eq(tasks.id, taskId), inArray(tasks.state, ["waiting", "running", "failed"])),
      { state: "canceled", finishedAt: now() },
    )
    if (changes === 0) return { ok: false, reason: "ended" }
    // What its steps still owe to others is done after all.
    queueSteps(actor, taskId, task.kind)
    const { done, excepted, total } = task
    recordEvent(actor, "task.cancel", taskId, {
      after: { title: titleOf(task), made: done - excepted, left: total - done },
    })
    return { ok: true }
  })
}

/** After a problem on our side: takes the task up again where it stopped. */
export function continueTask(actor: Actor, taskId: string): Result<void, "not-found" | "ended"> {
  return transact(() => {
    const task = findTaskToShow(actor, taskId)
    if (!task) return { ok: false, reason: "not-found" }
    const changes = change(actor, tasks, and(eq(tasks.id, taskId), eq(tasks.state, "failed")), {
      state: "waiting",
    })
    if (changes === 0) return { ok: false, reason: "ended" }
    queueSteps(actor, taskId, task.kind)
    return { ok: true }
  })
}

/** Its job has failed again and again: it waits for a person. */
export function noteTaskFailed(actor: Actor, taskId: string) {
  change(actor, tasks, and(eq(tasks.id, taskId), inArray(tasks.state, ["waiting", "running"])), {
    state: "failed",
  })
}

function changeTask(actor: Actor, taskId: string, to: Changes<typeof tasks>) {
  change(actor, tasks, taskId, to)
}

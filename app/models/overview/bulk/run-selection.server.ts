import { transact } from "db/client.server"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import {
  comparePlans,
  mostAtOnce,
  type PlanChange,
  type PlannedItem,
  type SelectableNoun,
  selectableNouns,
} from "~/models/foundation/selection/selection"
import {
  findSelection,
  keepPlan,
  noteTaskOfSelection,
  type Selection,
} from "~/models/foundation/selection/selection.server"
import { findTaskOfForm, startTask } from "~/models/foundation/task/run-task.server"
import { isUnderWay, type TaskKind } from "~/models/foundation/task/task"
import { findTask, type Task } from "~/models/foundation/task/task.server"
import { startUndo } from "~/models/foundation/task/undo-task.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import { type AnyAct, nextBulkItems, planAct } from "./bulk-acts.server"

// From the preview to the work. What was shown is compared with what would happen now: a difference is shown instead.

/** So many are planned in the request itself: for more, the plan is read in the background, so that others don't wait for it. */
const mostPlannedHere = 100

/** Plans a selection's act and keeps the plan, so that a later difference is known. */
export async function planSelection(
  actor: Actor,
  selection: Selection,
  act: AnyAct,
  choice: object,
): Promise<PlannedItem[]> {
  const plan = await planNow(actor, selection, act, choice)
  keepPlan(actor, selection.id, { choice, plan })
  return plan
}

/** What would happen now to each of a selection. */
async function planNow(
  actor: Actor,
  { noun, act: name, ids }: Selection,
  act: AnyAct,
  choice: object,
): Promise<PlannedItem[]> {
  if (ids.length <= mostPlannedHere) return act.plan(actor, ids, choice)
  const work = schoolWork(actor, "plan-selection", planAct, noun, name, ids, choice)
  return readInBackground({ ...work, isLong: true })
}

type Started =
  | Result<{ taskId: string }, "not-planned" | "nothing">
  | { ok: false; reason: "changed"; changes: PlanChange[] }

/**
 * Carries a previewed selection out: a few records at once, many as a task that goes on by itself. Refused, with the new
 * preview kept, when something is no longer as it was shown. Confirmed again, it answers the task it has started.
 * @param fromList where it was ticked: families are invited as a selection of their students
 */
export async function runSelection(
  actor: Actor,
  selection: Selection,
  act: AnyAct,
  fromList: SelectableNoun = selection.noun,
): Promise<Started> {
  if (selection.taskId) return { ok: true, taskId: selection.taskId }
  const { plan, choice } = selection
  if (!plan || !choice) return { ok: false, reason: "not-planned" }
  const present = await planNow(actor, selection, act, choice)
  // Confirmed twice, one of them has begun in the meantime.
  const latest = findSelection(actor, selection.id)
  if (latest?.taskId) return { ok: true, taskId: latest.taskId }
  // Meanwhile planned with another choice, which that page shows.
  if (JSON.stringify(latest?.choice) !== JSON.stringify(choice)) return { ok: false, reason: "not-planned" }
  const changes = comparePlans(plan, present)
  if (changes.length > 0) {
    keepPlan(actor, selection.id, { choice, plan: present })
    return { ok: false, reason: "changed", changes }
  }
  const items = present.filter(({ can }) => can)
  if (items.length === 0) return { ok: false, reason: "nothing" }
  const taskId = transact(() => {
    const started = startTask(actor, {
      kind: act.kind,
      about: { ...choice, fromList } satisfies z.input<typeof FromList>,
      items: items.map(({ id, name, detail }) => ({ subjectId: id, name, detail })),
      formKey: selection.id,
    })
    act.begin?.(actor, started)
    noteTaskOfSelection(actor, selection.id, started)
    return started
  })
  await runSmall(actor, taskId, act.kind, items.length)
  return { ok: true, taskId }
}

const FromList = z.object({ fromList: z.enum(selectableNouns) })

/** The list that a task, or the one that it takes back, was started from. */
export function listOfTask(actor: Actor, { about, undoes }: Pick<Task, "about" | "undoes">) {
  const undone = undoes === null ? undefined : findTask(actor, undoes)
  return FromList.safeParse(undone?.about ?? about).data?.fromList
}

type MergeStart = {
  kind: "merge-families" | "merge-guardians" | "merge-students" | "merge-teachers"
  facts: { keepId: string; goneId: string; choices?: object; discount?: string | undefined }
  /** How the record that goes is called. */
  name: string
  formKey: string
}

/** The task of a merge that this form has begun, once it is over: sent again, the form leads to it. */
export async function findMergeOfForm(actor: Actor, formKey: string): Promise<string | undefined> {
  const taskId = findTaskOfForm(actor, formKey)
  const task = taskId === undefined ? undefined : findTask(actor, taskId)
  if (task) await runSmall(actor, task.id, task.kind, task.total)
  return task?.id
}

/** Merges one record into another, once for a form. What refuses it then is named on the task's page. */
export async function runMerge(actor: Actor, { kind, facts, name, formKey }: MergeStart): Promise<string> {
  const items = [{ subjectId: facts.goneId, name }]
  const taskId = startTask(actor, { kind, about: facts, items, formKey })
  await runSmall(actor, taskId, kind, 1)
  return taskId
}

/** Takes back what a task did, at once when it is little. */
export async function undoBulk(
  actor: Actor,
  taskId: string,
): Promise<Result<{ taskId: string }, "not-found" | "not-now">> {
  const started = startUndo(actor, taskId)
  if (!started.ok) return started
  await runSmall(actor, started.taskId, "undo", started.total)
  return { ok: true, taskId: started.taskId }
}

/** Between its short transactions others are answered. What is left of it the queued job does. */
async function runSmall(actor: Actor, taskId: string, kind: TaskKind, size: number) {
  if (size > mostAtOnce) return
  while (isStillToDo(actor, taskId) && nextBulkItems(actor, taskId, kind)) await nextTurn()
}

function isStillToDo(actor: Actor, taskId: string): boolean {
  const task = findTask(actor, taskId)
  return task !== undefined && isUnderWay(task)
}

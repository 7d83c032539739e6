import { transact } from "db/client.server"
import { selections } from "db/schema/foundation-tasks"
import { and, eq, lt } from "drizzle-orm"
import { newRow } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { add, change, find, remove } from "../access/door.server"
import type { PlannedItem, SelectableNoun } from "./selection"

// A selection is a row from the list to the preview, so that thousands of ids are sent once and the preview is an address
// that can be looked at again. It is its maker's alone and goes
// with their next one after a week.

const lifetimeMs = 7 * 86_400_000

export type Selection = {
  id: string
  noun: SelectableNoun
  act: string
  ids: string[]
  choice: Record<string, unknown> | null
  plan: PlannedItem[] | null
  taskId: string | null
}

/** Keeps what was selected in a list, with what is to be done and what is known of it already. Returns its id. */
export function addSelection(
  actor: Actor,
  { noun, act, ids, choice = null }: Pick<Selection, "noun" | "act" | "ids"> & { choice?: object | null },
): string {
  if (!actor.memberId) throw new Error("Only a member selects in a list.")
  const row = newRow(actor)
  const { memberId } = actor
  transact(() => {
    remove(
      actor,
      selections,
      and(eq(selections.memberId, memberId), lt(selections.createdAt, now() - lifetimeMs)),
    )
    add(actor, selections, {
      ...row,
      memberId,
      noun,
      act,
      ids: JSON.stringify(ids),
      choice: choice && JSON.stringify(choice),
    })
  })
  return row.id
}

/** A selection of this person's own; undefined for any other. */
export function findSelection(actor: Actor, selectionId: string): Selection | undefined {
  const row = find(actor, selections, selectionId)
  if (!row || row.memberId !== actor.memberId) return undefined
  const { id, act, taskId } = row
  return {
    id,
    noun: row.noun as SelectableNoun,
    act,
    taskId,
    ids: JSON.parse(row.ids) as string[],
    choice: row.choice === null ? null : (JSON.parse(row.choice) as Record<string, unknown>),
    plan: row.plan === null ? null : (JSON.parse(row.plan) as PlannedItem[]),
  }
}

/** Keeps what the preview shows. */
export function keepPlan(
  actor: Actor,
  selectionId: string,
  { choice, plan }: { choice: object; plan: readonly PlannedItem[] },
) {
  change(actor, selections, selectionId, { choice: JSON.stringify(choice), plan: JSON.stringify(plan) })
}

/** Notes which task carries the selection out. */
export function noteTaskOfSelection(actor: Actor, selectionId: string, taskId: string) {
  change(actor, selections, selectionId, { taskId })
}

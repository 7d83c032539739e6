import { events } from "db/schema/foundation-audit"
import { taskItems, tasks } from "db/schema/foundation-tasks"
import { accountMoves } from "db/schema/money-account-moves"
import { families } from "db/schema/people"
import { and, asc, between, desc, eq, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { labelFamilies } from "~/models/people/family/family-name.server"
import { findMergedInto } from "~/models/people/family/merged-family.server"
import { today } from "~/utils/zones"
import { whyNotUnmerged } from "./merge-families.server"

// The page of a family that was merged into another: where it went, when, and whether that can be undone.

export type FamilyMerge = {
  into: { id: string; name: string }
  /** `YYYY-MM-DD`; null where the activity no longer says. */
  on: string | null
  /** The work that is undone, and why it can't be; null for those who don't merge families. */
  undo: { taskId: string; refusal: string | null } | null
}

/** So long before it was done a merge may have been started. */
const startedWithinMs = 2 * 86_400_000

/** The merge that a family went by; undefined where it goes on by itself. */
export function findMerge(actor: Actor, familyId: string): FamilyMerge | undefined {
  const into = findMergedInto(actor, familyId)
  if (!into) return undefined
  const [named] = labelFamilies(actor, [{ familyId: into.id, familyName: into.name }])
  const at = mergedAt(actor, into.id, familyId)
  return {
    into: { id: into.id, name: named?.familyName ?? into.name },
    on: at === undefined ? null : today(actor.school.timeZone, at),
    undo: at !== undefined && may(actor, "family:merge") ? findUndo(actor, familyId, at) : null,
  }
}

const mergedAt = (actor: Actor, keepId: string, goneId: string): number | undefined =>
  ownRows(actor, events, { at: events.createdAt })
    .where(
      and(
        eq(events.noun, "family"),
        eq(events.nounId, keepId),
        eq(events.verb, "merge"),
        sql`${events.after} ->> 'goneId' = ${goneId}`,
      ),
    )
    .orderBy(desc(events.createdAt))
    .limit(1)
    .get()?.at

function findUndo(actor: Actor, goneId: string, at: number): FamilyMerge["undo"] {
  const done = select({ taskId: tasks.id, before: taskItems.before })
    .from(tasks)
    .innerJoin(taskItems, joined(taskItems.taskId, tasks.id))
    .where(
      and(
        own(actor, tasks),
        eq(tasks.kind, "merge-families"),
        between(tasks.createdAt, at - startedWithinMs, at),
        eq(taskItems.state, "done"),
        eq(taskItems.subjectId, goneId),
        isNotNull(taskItems.before),
      ),
    )
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(1)
    .get()
  if (!done) return null
  return { taskId: done.taskId, refusal: whyNotUnmerged(actor, JSON.parse(done.before ?? "null")) ?? null }
}

/** Whose account an invoice was on before the last merge that stands; undefined where it was never moved, or is back. */
export function findOrigin(
  actor: Actor,
  invoice: { id: string; familyId: string },
): { name: string; movedOn: string } | undefined {
  const moves = movesQuery.all(actor, { invoiceId: invoice.id })
  // A merge that was undone moved it back: merges are undone from the last to the first.
  const standing: typeof moves = []
  for (const move of moves)
    if (standing.at(-1)?.merge === move.merge) standing.pop()
    else standing.push(move)
  const last = standing.at(-1)
  return last && { name: last.name, movedOn: last.movedOn }
}

const movesQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({
    name: families.name,
    merge: accountMoves.merge,
    movedOn: accountMoves.movedOn,
  })
    .from(accountMoves)
    .innerJoin(families, joined(families, accountMoves.fromFamilyId))
    .where(and(own(accountMoves), eq(accountMoves.nounId, p.invoiceId)))
    .orderBy(asc(accountMoves.step)),
)

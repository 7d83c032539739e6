import { transact } from "db/client.server"
import { importCreations, importParts, imports } from "db/schema/exchange"
import { and, asc, count, eq, inArray, isNull, ne } from "drizzle-orm"
import { heldFromDeletion, isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { atOnce, inTurns, nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import { removeMade, undoOrder } from "./remove-made.server"
import type { ImportSummary } from "./roster-import"
import { findImportFacts } from "./roster-import.server"
import { queueImportSteps } from "./run-import.server"
import { obstaclesInTurns } from "./undo-obstacles.server"

// Undoing deletes exactly what an import made, in small steps like the import itself. It begins only while no one has
// worked with any of it; what someone begins to use while it runs is kept, with all that belongs to it, and named.

type Undone =
  | Result<{ isDone: boolean }, "not-imported">
  | { ok: false; reason: "built-on"; obstacles: string[] }

/** Of a short import, no more records than these, the undoing is finished within the request. */
const undoneAtOnce = 1000
const undoneInTransaction = 4
const transactionMs = 6

/**
 * Starts undoing an import that is finished, or cancels one that runs. Refused once someone has worked with what it
 * made (attendance, an invoice, a login, a later edit); `obstacles` names in sentences what.
 */
export async function startUndo(actor: Actor, importId: string): Promise<Undone> {
  const obstacles = await inTurns(obstaclesInTurns(actor, importId))
  const answer = begin(actor, importId, obstacles)
  if (!answer.ok || answer.total > undoneAtOnce) return answer.ok ? { ok: true, isDone: false } : answer
  while (undoNextSteps(actor, importId)) await nextTurn()
  return { ok: true, isDone: true }
}

/** The whole undoing at once, in the same steps: for tests. */
export function undoImport(actor: Actor, importId: string): Undone {
  const answer = begin(actor, importId, atOnce(obstaclesInTurns(actor, importId)))
  if (!answer.ok) return answer
  while (undoNextSteps(actor, importId));
  return { ok: true, isDone: true }
}

function begin(
  actor: Actor,
  importId: string,
  obstacles: string[],
): { ok: true; total: number } | Exclude<Undone, { ok: true }> {
  return transact(() => {
    const facts = findImportFacts(actor, importId)
    const isRunning = facts?.state === "importing"
    if (!isRunning && facts?.state !== "imported") return { ok: false, reason: "not-imported" }
    if (isSchoolHeld(actor)) return { ok: false, reason: "built-on", obstacles: [heldFromDeletion] }
    if (obstacles.length > 0) return { ok: false, reason: "built-on", obstacles }
    const total = countLeft(actor, importId)
    const canceledAt = isRunning ? now() : null
    changeImport(actor, importId, { state: "undoing", startedBy: actor.memberId, canceledAt, done: 0, total })
    queueImportSteps(actor, importId)
    return { ok: true, total }
  })
}

/** Undoes the next steps in one short transaction. False when nothing is being undone, or has just been. */
export function undoNextSteps(actor: Actor, importId: string): boolean {
  return transact(() => {
    const facts = findImportFacts(actor, importId)
    if (facts?.state !== "undoing") return false
    if (forgetSteps(actor, importId)) return true
    const made = listNextMade(actor, importId)
    if (made.length === 0) return finish(actor, importId, facts.total)
    const end = performance.now() + transactionMs
    const kept: string[] = []
    for (const [index, each] of made.entries()) {
      if (index > 0 && performance.now() > end) break
      const name = removeMade(actor, importId, each)
      if (name !== null) kept.push(name)
    }
    const done = facts.total - countLeft(actor, importId)
    const summary = JSON.parse(facts.summary ?? "{}") as ImportSummary
    if (kept.length > 0) summary.kept = [...(summary.kept ?? []), ...kept]
    changeImport(actor, importId, { done, summary: JSON.stringify(summary) })
    return true
  })
}

function finish(actor: Actor, importId: string, done: number): boolean {
  changeImport(actor, importId, { state: "undone", undoneAt: now(), done })
  recordEvent(actor, { verb: "undo", noun: "import", nounId: importId })
  return false
}

/** The steps a canceled import had not come to. True while there are more. */
function forgetSteps(actor: Actor, importId: string): boolean {
  const steps = select({ id: importParts.id })
    .from(importParts)
    .where(and(own(actor, importParts), eq(importParts.importId, importId), ne(importParts.kind, "left-out")))
    .limit(100)
    .all()
    .map(({ id }) => id)
  if (steps.length === 0) return false
  remove(actor, importParts, inArray(importParts.id, steps))
  return true
}

/** Entries of the activity that an import wrote are noted with what it made, and stay. */
const countLeftRows = (actor: Actor, importId: string) =>
  and(
    own(actor, importCreations),
    eq(importCreations.importId, importId),
    isNull(importCreations.undone),
    ne(importCreations.noun, "event"),
  )

function countLeft(actor: Actor, importId: string): number {
  return select({ n: count() }).from(importCreations).where(countLeftRows(actor, importId)).get()?.n ?? 0
}

/** The next of what the import made: classes before the people in them, and those before their teachers. */
function listNextMade(actor: Actor, importId: string) {
  for (const noun of undoOrder) {
    const made = select({
      id: importCreations.id,
      noun: importCreations.noun,
      nounId: importCreations.nounId,
    })
      .from(importCreations)
      .where(and(countLeftRows(actor, importId), eq(importCreations.noun, noun)))
      .orderBy(asc(importCreations.planKey), asc(importCreations.id))
      .limit(undoneInTransaction)
      .all()
    if (made.length > 0) return made
  }
  return []
}

function changeImport(actor: Actor, importId: string, to: Changes<typeof imports>) {
  change(actor, imports, importId, to)
}

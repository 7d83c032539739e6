import { transact } from "db/client.server"
import { imports } from "db/schema/exchange"
import { and, inArray, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, hasRow } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { importJobKey } from "~/models/foundation/job/job"
import { queueJob, reviveJob } from "~/models/foundation/job/job.server"
import type { RunRefusal } from "~/texts/exchange/refusals"
import { now } from "~/utils/clock.server"
import { atOnce, inTurns, nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import { forgetParts, listNextParts, removePart, writeParts } from "./import-parts.server"
import { makePart } from "./make-part.server"
import { type PlannedImport, planImport, planImportInTurns } from "./plan-import.server"
import { addMade, type ImportSummary, nothingMade } from "./roster-import"
import { findImportFacts } from "./roster-import.server"

// An import runs in small steps, each a transaction of its own of a few milliseconds: the first of them in the request
// that asked for it, the others as a job. The state of the import and its steps are rows, so any process goes on where
// another stopped, and a step that was done is never done again.

/** A short list is imported within the request; of a long one the person sees the progress. */
const stepsAtOnce = 400
/** A transaction ends after so many steps, or after so long. */
export const stepsInTransaction = 4
const transactionMs = 6

/** The job that carries an import or its undoing on: there is one at a time. */
export function queueImportSteps(actor: Actor, importId: string) {
  const uniqueKey = importJobKey(importId)
  queueJob({ kind: "import-roster", schoolId: actor.school.id, payload: { importId }, uniqueKey })
  reviveJob(uniqueKey)
}

/**
 * Starts the import whose plan has this fingerprint. A short one is finished when this returns; a long one goes on as a
 * job. Refused when the plan is no longer the one that was looked at, and when the import has run or is running.
 */
export async function startImport(
  actor: Actor,
  importId: string,
  fingerprint: string,
): Promise<Result<{ isDone: boolean }, RunRefusal>> {
  const planned = await planImportInTurns(actor, importId)
  const refused = claim(actor, planned, fingerprint)
  if (refused || !planned) return { ok: false, reason: refused ?? "not-found" }
  await inTurns(writeParts(actor, importId, planned))
  const facts = findImportFacts(actor, importId)
  // The job prepares the import, too: it may have given it back because the school had changed since.
  if (facts?.state === "uploaded") return { ok: false, reason: "changed" }
  if (facts?.fingerprint !== fingerprint) return { ok: false, reason: "already-imported" }
  if (facts.total > stepsAtOnce) return { ok: true, isDone: false }
  while (runNextSteps(actor, importId)) await nextTurn()
  return { ok: true, isDone: true }
}

/** The whole import at once, in the same steps: for seeds and tests. */
export function runImport(
  actor: Actor,
  importId: string,
  fingerprint: string,
): Result<{ summary: ImportSummary }, RunRefusal> {
  const planned = planImport(actor, importId)
  const refused = claim(actor, planned, fingerprint)
  if (refused || !planned) return { ok: false, reason: refused ?? "not-found" }
  atOnce(writeParts(actor, importId, planned))
  while (runNextSteps(actor, importId));
  const summary = findImportFacts(actor, importId)?.summary
  return { ok: true, summary: JSON.parse(summary ?? "{}") as ImportSummary }
}

/** Takes the import for this run, once. Returns why not, or null. */
function claim(actor: Actor, planned: PlannedImport | undefined, fingerprint: string): RunRefusal | null {
  if (!planned) return "not-found"
  const { roster, plan } = planned
  return transact(() => {
    const state = findImportFacts(actor, roster.id)?.state
    if (state === "undone" || state === "undoing") return "undone"
    if (state !== "uploaded") return "already-imported"
    if (planned.fingerprint !== fingerprint) return "changed"
    // What it will have made isn't in this check: two of the same file would import everyone twice.
    if (isAnotherUnderWay(actor, roster.id)) return "another-runs"
    if (plan.counts.ready + plan.counts.added === 0) return "nothing-ready"
    const { problems, skipped } = plan.counts
    forgetParts(actor, roster.id)
    change(actor, imports, roster.id, {
      state: "importing",
      startedBy: actor.memberId,
      fingerprint,
      done: 0,
      total: 0,
      summary: JSON.stringify({ ...nothingMade, problems, skipped }),
    })
    queueImportSteps(actor, roster.id)
    return null
  })
}

const isAnotherUnderWay = (actor: Actor, importId: string): boolean =>
  hasRow(actor, imports, and(ne(imports.id, importId), inArray(imports.state, ["importing", "undoing"])))

/**
 * For a run that ended before its steps were written: writes them, or gives the import back when the school has changed
 * since the check, so that it is looked at again.
 */
export async function prepareAgain(actor: Actor, importId: string) {
  const facts = findImportFacts(actor, importId)
  if (facts?.state !== "importing" || facts.total > 0) return
  const planned = await planImportInTurns(actor, importId)
  if (!planned) return
  if (planned.fingerprint === facts.fingerprint) await inTurns(writeParts(actor, importId, planned))
  else
    transact(() => {
      const current = findImportFacts(actor, importId)
      if (current?.state !== "importing" || current.total > 0) return
      // Those written so far are of the plan that no longer holds.
      forgetParts(actor, importId)
      change(actor, imports, importId, { state: "uploaded", summary: null })
    })
}

/** Does the next steps in one short transaction. False when the import does not run, or has just been finished. */
export function runNextSteps(actor: Actor, importId: string): boolean {
  return transact(() => {
    const facts = findImportFacts(actor, importId)
    if (facts?.state !== "importing" || facts.total === 0) return false
    const end = performance.now() + transactionMs
    const parts = listNextParts(actor, importId, stepsInTransaction)
    let counts = JSON.parse(facts.summary ?? "{}") as ImportSummary
    let done = facts.done
    for (const part of parts) {
      if (done > facts.done && performance.now() > end) break
      const { counted, notJoined } = makePart(actor, importId, part)
      counts = addMade(counts, counted, notJoined)
      removePart(actor, part.id)
      done += 1
    }
    const summary = JSON.stringify(counts)
    if (parts.length > 0) {
      change(actor, imports, importId, { done, summary })
      return true
    }
    change(actor, imports, importId, { state: "imported", importedAt: now(), done: facts.total, summary })
    recordEvent(actor, "import.run", importId, { after: counts })
    return false
  })
}

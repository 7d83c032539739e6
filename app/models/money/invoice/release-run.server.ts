import { transact } from "db/client.server"
import { invoiceRuns } from "db/schema/money-invoice-runs"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { letMailGo } from "~/models/foundation/outbox/held-mail.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { dropRun, findRun, sumRun } from "./invoice-run.server"

// The emails of an invoice run leave when its time to undo is over, or before it when someone says so.

/** After the last invoice. A run that sent none is forgotten. */
export function endOrDropRun(actor: Actor, runId: string) {
  if (sumRun(actor, runId).made > 0) endRun(actor, runId)
  else dropRun(actor, runId)
}

/** After the last invoice: the emails leave when the school's time to undo is over. A second call changes nothing. */
export function endRun(actor: Actor, runId: string) {
  transact(() => {
    const run = findRun(actor, runId)
    if (!run || run.endedAt !== null) return
    const endedAt = now()
    const heldUntil = endedAt + run.holdMinutes * 60_000
    change(actor, invoiceRuns, runId, { endedAt, heldUntil })
    if (run.holdMinutes > 0) queueRelease(actor, runId, heldUntil)
  })
}

const queueRelease = (actor: Actor, runId: string, dueAt: number) =>
  queueJob({
    kind: "send-held-mail",
    schoolId: actor.school.id,
    payload: { runId },
    dueAt,
    uniqueKey: `send-held-mail ${runId} ${dueAt}`,
  })

/** Sends the emails of a run off before their time. From then on it can't be undone. */
export function sendRunNow(actor: Actor, runId: string): Result<void, "not-found" | "not-held"> {
  return transact(() => {
    const run = findRun(actor, runId)
    if (!run) return { ok: false, reason: "not-found" }
    if (run.state !== "held" && run.state !== "stopped") return { ok: false, reason: "not-held" }
    const at = now()
    change(actor, invoiceRuns, runId, { endedAt: run.endedAt ?? at, heldUntil: at })
    queueRelease(actor, runId, at)
    recordEvent(actor, {
      verb: "send-run",
      noun: "school",
      nounId: actor.school.id,
      after: { made: sumRun(actor, runId).made },
    })
    return { ok: true }
  })
}

/** Invoices whose emails one piece of the work lets go. */
const invoicesInPiece = 10

/** Once its time is over, lets the next emails of a run go. True while there are more. */
export function sendHeldMail(actor: Actor, runId: string): boolean {
  return transact(() => {
    const run = findRun(actor, runId)
    return run?.state === "sent" && letRunGo(actor, runId)
  })
}

/** Lets the next waiting emails of a run go. False when none is left. */
export function letRunGo(actor: Actor, runId: string): boolean {
  const held = askAll<{ invoiceId: string }>(sql`
    select i.id as invoiceId from invoices i
    where i.school_id = ${actor.school.id} and i.run_id = ${runId} and exists (select 1 from emails e
      where e.gathered_for = i.id and e.state = 'queued' and e.due_at > ${now()} and e.attempts = 0)
    limit ${invoicesInPiece}`)
  for (const { invoiceId } of held) letMailGo(actor.school.id, invoiceId)
  return held.length > 0
}

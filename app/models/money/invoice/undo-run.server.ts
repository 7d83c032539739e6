import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { autoCharges } from "db/schema/money-auto-pay"
import { invoiceRuns } from "db/schema/money-invoice-runs"
import { allocations, paymentOrderParts, paymentOrders, payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { and, asc, eq, gt, inArray, isNull, or } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { hasHeldMailLeft } from "~/models/foundation/outbox/held-mail.server"
import { runNextItems, startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import type { Task } from "~/models/foundation/task/task.server"
import { type UndoRunRefusal, voidRefusals } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import { findInvoice, type Invoice } from "./invoice.server"
import { keptReasons, undoneReason } from "./invoice-run"
import { findRun, findRunOfTask, letRunGo } from "./invoice-run.server"
import { listOthersOfSet, voidInvoice } from "./void-invoice.server"

// The undo of an invoice run. Numbers that were given stay used: each invoice is voided with the reason, its items are
// ready to invoice again, and its email never leaves. What a family has paid, or is paying, stays, and its email leaves.

/** So many invoices are voided while the person waits; more of them are work in the background. */
const invoicesAtOnce = 25
const dayMs = 86_400_000

/**
 * Undoes a run whose emails haven't left, once. Few invoices are voided at once; of more the task is answered that voids
 * them. Either way its page names what had to stay.
 */
export async function undoRun(
  actor: Actor,
  runId: string,
): Promise<Result<{ taskId: string; isNew: boolean }, UndoRunRefusal>> {
  const started = startUndoRun(actor, runId)
  if (!started.ok) return started
  if (started.total <= invoicesAtOnce)
    while (runNextItems(actor, started.taskId, undoRunWork)) await nextTurn()
  return { ok: true, taskId: started.taskId, isNew: started.total > 0 }
}

/** Starts the task that undoes a run. Asked again, it answers the one that does it already. */
export function startUndoRun(
  actor: Actor,
  runId: string,
): Result<{ taskId: string; total: number }, UndoRunRefusal> {
  return transact(() => {
    const run = findRun(actor, runId)
    if (!run) return { ok: false, reason: "not-found" }
    if (run.undoTaskId !== null) return { ok: true, taskId: run.undoTaskId, total: 0 }
    if (run.state === "running") return { ok: false, reason: "running" }
    if (run.state !== "held" && run.state !== "stopped") return { ok: false, reason: "left" }
    const items = listToVoid(actor, runId)
    if (items.length === 0) return { ok: false, reason: "empty" }
    const taskId = startTask(actor, { kind: "undo-run", about: { runId }, items })
    change(actor, invoiceRuns, runId, {
      undoneAt: now(),
      undoneBy: actor.memberId,
      undoTaskId: taskId,
      ...(run.state === "stopped" ? { endedAt: now(), heldUntil: now() } : {}),
    })
    recordEvent(actor, "school.undo-run", actor.school.id, { after: { invoices: items.length } })
    return { ok: true, taskId, total: items.length }
  })
}

/** The invoices of a run that stand; of those issued together for several payers the first, which voids the others. */
function listToVoid(actor: Actor, runId: string) {
  return select({ subjectId: invoices.id, number: invoices.number, familyName: families.name })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(
      and(
        own(actor, invoices),
        eq(invoices.runId, runId),
        eq(invoices.state, "issued"),
        or(isNull(invoices.setId), eq(invoices.setId, invoices.id)),
      ),
    )
    .orderBy(asc(invoices.sequence))
    .all()
    .map(({ subjectId, number, familyName }) => ({ subjectId, name: `${number ?? ""}, ${familyName}` }))
}

const About = z.object({ runId: z.string() })

/** The run that a task sends or undoes; undefined for other tasks. */
export function findRunIdOfTask(actor: Actor, { id, kind, about }: Task): string | undefined {
  if (kind === "send-invoices" || kind === "issue-drafts") return findRunOfTask(actor, id)?.id
  return kind === "undo-run" ? About.safeParse(about).data?.runId : undefined
}

/** A run that is undone, invoice by invoice. What stays gets its email after all, also when someone stops the undo. */
export const undoRunWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, _about, { subjectId }) => {
    const invoice = findInvoice(actor, subjectId)
    if (!invoice) return { ok: false, reason: voidRefusals["no-invoice"] }
    const all = [
      invoice,
      ...listOthersOfSet(actor, invoice).flatMap(({ id }) => findInvoice(actor, id) ?? []),
    ]
    const kept = whyKept(actor, all)
    if (kept) return { ok: false, reason: keptReasons[kept] }
    const voided = voidInvoice(actor, { invoiceId: subjectId, reason: undoneReason })
    if (!voided.ok) return { ok: false, reason: voidRefusals[voided.reason] }
    return { ok: true, note: `${voided.number} void`, made: subjectId }
  },
  close: (actor, taskId) => {
    const run = ownRows(actor, invoiceRuns, ["id"]).where(eq(invoiceRuns.undoTaskId, taskId)).get()
    if (!run) return false
    // Families see what stays as soon as its email leaves.
    change(
      actor,
      invoiceRuns,
      and(eq(invoiceRuns.id, run.id), or(isNull(invoiceRuns.heldUntil), gt(invoiceRuns.heldUntil, now()))),
      { heldUntil: now() },
    )
    return letRunGo(actor, run.id)
  },
}

/** What a family or the provider has done with an invoice since it was sent; undefined when it can be taken back. */
function whyKept(actor: Actor, all: readonly Invoice[]): keyof typeof keptReasons | undefined {
  const ids = all.map(({ id }) => id)
  const since = Math.max(...all.map(({ issuedAt }) => issuedAt ?? 0))
  const isPaid = select({ id: payments.id })
    .from(allocations)
    .innerJoin(payments, joined(payments, allocations.paymentId))
    .where(and(own(actor, allocations), inArray(allocations.invoiceId, ids), gt(payments.createdAt, since)))
    .limit(1)
    .get()
  if (isPaid) return "paid"
  const isPaying = select({ id: paymentOrders.id })
    .from(paymentOrders)
    .leftJoin(paymentOrderParts, joined(paymentOrderParts.orderId, paymentOrders.id))
    .where(
      and(
        own(actor, paymentOrders),
        or(inArray(paymentOrders.invoiceId, ids), inArray(paymentOrderParts.invoiceId, ids)),
        inArray(paymentOrders.state, ["created", "pending"]),
      ),
    )
    .limit(1)
    .get()
  if (isPaying) return "paying"
  const isCharged = ownRows(actor, autoCharges, ["id"])
    .where(
      and(inArray(autoCharges.invoiceId, ids), inArray(autoCharges.state, ["announced", "charging", "paid"])),
    )
    .limit(1)
    .get()
  if (isCharged) return "charged"
  // A hold ends on its own after half a day, also while its run is still at work.
  return hasHeldMailLeft(actor.school.id, ids, Math.min(since, now() - dayMs)) ? "mailed" : undefined
}

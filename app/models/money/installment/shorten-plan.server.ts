import { installments } from "db/schema/money-plans"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { groupBy } from "~/utils/group-by"
import { openOf, type Spread, shorten, spread } from "./installment"
import { listInstallments } from "./list-installments.server"
import { closePlan, findPlan, listPlanInvoices, listPlanRows, writePlan } from "./plans.server"

// A plan whose invoices were credited or voided: what is no longer owed goes off its end, what was paid stays in it, so
// that installments, payments and credits still add up to the invoice.

type PaidPart = { invoiceId: string; position: number; dueOn: string; amountMinor: number }
type OpenRow = { position: number; dueOn: string; openMinor: number }

/**
 * Remembers what is open and paid of the plans of some invoices before they are credited or voided. The function it
 * answers takes what is no longer owed off the end of each plan.
 */
export function rememberPlans(actor: Actor, invoiceIds: readonly string[], reason: string): () => void {
  const planIds = new Set(
    invoiceIds.flatMap((invoiceId) => listInstallments(actor, invoiceId).map(({ planId }) => planId)),
  )
  const before = [...planIds].map((planId) => ({
    planId,
    open: listPlanRows(actor, planId).filter(({ openMinor }) => openMinor > 0),
    paid: listPaidParts(actor, planId),
  }))
  return () => {
    for (const { planId, open, paid } of before) shortenPlan(actor, planId, { open, paid, reason })
  }
}

/** What was paid of each installment, by invoice. */
function listPaidParts(actor: Actor, planId: string): PaidPart[] {
  const open = new Map(
    listPlanInvoices(actor, planId).map(({ invoiceId, openMinor }) => [invoiceId, openMinor]),
  )
  return select()
    .from(installments)
    .where(and(own(actor, installments), eq(installments.planId, planId)))
    .orderBy(asc(installments.position), asc(installments.id))
    .all()
    .map((part) => ({
      invoiceId: part.invoiceId,
      position: part.position,
      dueOn: part.dueOn,
      amountMinor: Math.max(0, part.amountMinor - openOf(part, open.get(part.invoiceId) ?? 0)),
    }))
}

function shortenPlan(
  actor: Actor,
  planId: string,
  { open, paid, reason }: { open: readonly OpenRow[]; paid: readonly PaidPart[]; reason: string },
) {
  const left = listPlanInvoices(actor, planId).filter(({ openMinor }) => openMinor > 0)
  const totalMinor = left.reduce((sum, { openMinor }) => sum + openMinor, 0)
  const beforeMinor = open.reduce((sum, { openMinor }) => sum + openMinor, 0)
  if (totalMinor >= beforeMinor) return
  const plan = findPlan(actor, planId)
  if (!plan || !closePlan(actor, planId, reason)) return
  const kept = shorten(
    open.map(({ openMinor, ...each }) => ({ ...each, amountMinor: openMinor })),
    totalMinor,
  )
  if (kept.length > 0)
    writePlan(
      actor,
      { familyId: plan.familyId, replacesId: planId, reason },
      withPaid(spread(kept, left), paid),
    )
  for (const { invoiceId, number } of left)
    recordEvent(actor, {
      verb: "shorten-plan",
      noun: "invoice",
      nounId: invoiceId,
      after: { number, reason },
    })
}

/**
 * The installments that are left, with what was paid of the same invoices. Payments fill the earliest installment, so what
 * was paid is never after what is open.
 */
function withPaid(rows: readonly Spread[], paid: readonly PaidPart[]): Spread[] {
  const firstOpen = new Map<string, { position: number; dueOn: string }>()
  for (const { position, dueOn, parts } of rows)
    for (const { invoiceId } of parts)
      if (!firstOpen.has(invoiceId)) firstOpen.set(invoiceId, { position, dueOn })
  const kept = paid.flatMap((part) => {
    const first = firstOpen.get(part.invoiceId)
    if (!first || part.amountMinor === 0) return []
    return [part.position > first.position ? { ...part, ...first } : part]
  })
  const all = [
    ...kept,
    ...rows.flatMap(({ position, dueOn, parts }) => parts.map((part) => ({ position, dueOn, ...part }))),
  ]
  return [...groupBy(all, ({ position }) => position)]
    .sort(([one], [other]) => one - other)
    .map(([position, those]) => ({
      position,
      dueOn: those[0]?.dueOn ?? "",
      amountMinor: those.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      parts: [...groupBy(those, ({ invoiceId }) => invoiceId)].map(([invoiceId, parts]) => ({
        invoiceId,
        amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      })),
    }))
}

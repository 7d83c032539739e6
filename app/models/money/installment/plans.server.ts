import { charges, invoiceLines, invoices } from "db/schema/money"
import { installments, paymentPlans, planRules } from "db/schema/money-plans"
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  find,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { smallestAmount } from "~/utils/smallest-amount"
import { openAmount } from "../payment/open-amount.server"
import {
  type Installment,
  openOf,
  type Proposed,
  propose,
  type Spread,
  shorten,
  spread,
  withPromised,
} from "./installment"
import type { PlanRhythm } from "./installment-labels"

const facts = {
  planId: installments.planId,
  invoiceId: installments.invoiceId,
  position: installments.position,
  dueOn: installments.dueOn,
  amountMinor: installments.amountMinor,
  laterMinor: installments.laterMinor,
  isFirst: installments.isFirst,
}

type InvoiceInstallment = Installment & { planId: string; invoiceId: string }

/** The agreed installments of an invoice in their order; empty without a plan. */
export const listInstallments = (actor: Actor, invoiceId: string): InvoiceInstallment[] =>
  installmentsQuery.all(actor, { invoiceId })

const installmentsQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select(facts)
    .from(installments)
    .where(and(own(installments), eq(installments.invoiceId, p.invoiceId), isNull(installments.endedAt)))
    .orderBy(asc(installments.dueOn)),
)

/** The same for several invoices, by invoice. */
export function listInstallmentsOf(
  actor: Actor,
  invoiceIds: readonly string[],
): Map<string, InvoiceInstallment[]> {
  if (invoiceIds.length === 0) return new Map()
  const rows = ofSeveralQuery.all(actor, { invoiceIds: JSON.stringify(invoiceIds) })
  return groupBy(rows, ({ invoiceId }) => invoiceId)
}

const ofSeveralQuery = query((p: Params<{ invoiceIds: string }>, own) =>
  select(facts)
    .from(installments)
    .where(and(own(installments), among(installments.invoiceId, p.invoiceIds), isNull(installments.endedAt)))
    .orderBy(asc(installments.dueOn)),
)

// The rows of payment plans: one standing plan an invoice. All of it happens in the caller's transaction.

/** Writes a plan and answers its id. Its installments stand from now on. */
export function writePlan(
  actor: Actor,
  plan: { familyId: string; replacesId?: string; reason?: string },
  rows: readonly Spread[],
): string {
  const planId = add(actor, paymentPlans, { ...plan, madeBy: actor.memberId })
  const later = new Map<string, number>()
  const flat = rows.flatMap(({ position, dueOn, parts }) =>
    parts.map((part) => ({ position, dueOn, ...part })),
  )
  for (const [index, part] of [...flat.entries()].reverse()) {
    const laterMinor = later.get(part.invoiceId) ?? 0
    later.set(part.invoiceId, laterMinor + part.amountMinor)
    const isFirst = flat.findIndex(({ invoiceId }) => invoiceId === part.invoiceId) === index
    add(actor, installments, { planId, ...part, laterMinor, isFirst })
  }
  return planId
}

/** Ends a plan that stands. False when it doesn't. */
export function closePlan(actor: Actor, planId: string, endReason: string): boolean {
  const endedAt = now()
  const changes = change(
    actor,
    paymentPlans,
    and(eq(paymentPlans.id, planId), isNull(paymentPlans.endedAt)),
    { endedAt, endReason },
  )
  setEnd(actor, planId, endedAt)
  return changes > 0
}

/** Makes an ended plan stand again. False while one of its invoices has another plan. */
export function reopenPlan(actor: Actor, planId: string): boolean {
  const taken = listPlanInvoices(actor, planId).some(
    ({ invoiceId }) => listInstallments(actor, invoiceId).length > 0,
  )
  if (taken) return false
  change(actor, paymentPlans, planId, { endedAt: null, endReason: null })
  setEnd(actor, planId, null)
  return true
}

const setEnd = (actor: Actor, planId: string, endedAt: number | null) =>
  change(actor, installments, eq(installments.planId, planId), { endedAt })

/** The invoices of a plan, the one that is paid first at the head, with what is open of each. */
export function listPlanInvoices(actor: Actor, planId: string) {
  const rows = select({
    invoiceId: invoices.id,
    number: invoices.number,
    state: invoices.state,
    openMinor: openAmount,
  })
    .from(installments)
    .innerJoin(invoices, joined(invoices, installments.invoiceId))
    .where(and(own(actor, installments), eq(installments.planId, planId)))
    .groupBy(invoices.id)
    .orderBy(asc(sql`min(${installments.position})`), asc(invoices.sequence))
    .all()
  return rows
}

/** A plan's installments over all of its invoices, with what is open of each now. */
export function listPlanRows(actor: Actor, planId: string) {
  const open = new Map(
    listPlanInvoices(actor, planId).map(({ invoiceId, openMinor }) => [invoiceId, openMinor]),
  )
  const rows = ownRows(actor, installments)
    .where(eq(installments.planId, planId))
    .orderBy(asc(installments.position), asc(installments.id))
    .all()
  const positions = [...new Set(rows.map(({ position }) => position))]
  return positions.map((position) => {
    const parts = rows.filter((row) => row.position === position)
    return {
      position,
      dueOn: parts[0]?.dueOn ?? "",
      amountMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      openMinor: parts.reduce((sum, part) => sum + openOf(part, open.get(part.invoiceId) ?? 0), 0),
    }
  })
}

export const findPlan = (actor: Actor, planId: string) => find(actor, paymentPlans, planId)

type PlanRule = { count: number; rhythm: PlanRhythm }

/** How the new invoices of a family are divided; undefined when they aren't. */
export const findPlanRule = (actor: Actor, familyId: string): PlanRule | undefined =>
  ruleQuery.get(actor, { familyId })

const ruleQuery = query((p: Params<{ familyId: string }>, own) =>
  select({ count: planRules.count, rhythm: planRules.rhythm })
    .from(planRules)
    .where(and(own(planRules), eq(planRules.familyId, p.familyId))),
)

/**
 * Divides a new invoice: what a course price promised for a later day is due that day, the rest on the due date, or by the
 * family's rule with the first installment on it. Answers the installments; none where all of it is due at once.
 */
export function planNewInvoice(
  actor: Actor,
  invoice: { familyId: string; invoiceId: string; number: string; dueOn: string; openMinor: number },
): Proposed[] {
  const { familyId, invoiceId, number, dueOn, openMinor } = invoice
  if (openMinor <= 0) return []
  const rule = findPlanRule(actor, familyId)
  const promised = listPromised(actor, invoiceId, dueOn)
  if (!rule && promised.length === 0) return []
  const stepMinor = smallestAmount(actor.school.currency)
  const planned = withPromised(openMinor, promised, (totalMinor) =>
    rule ? propose({ ...rule, totalMinor, firstOn: dueOn, stepMinor }) : [{ dueOn, amountMinor: totalMinor }],
  )
  const rows = planned.map((each, index) => ({ ...each, position: index + 1 }))
  const reason = promised.length > 0 ? "Due dates of the price" : "The family’s rule"
  writePlan(actor, { familyId, reason }, spread(rows, [{ invoiceId, openMinor }]))
  recordEvent(actor, promised.length > 0 ? "invoice.plan-by-price" : "invoice.plan-by-rule", invoiceId, {
    after: { number, installments: rows.length },
  })
  return planned
}

/** What of an invoice was promised for days after its due date, by day. */
const listPromised = (actor: Actor, invoiceId: string, dueOn: string): Proposed[] =>
  select({
    dueOn: sql<string>`${charges.dueOn}`,
    amountMinor: sql<number>`sum(${invoiceLines.amountMinor})`,
  })
    .from(invoiceLines)
    .innerJoin(
      charges,
      or(joined(charges, invoiceLines.chargeId), joined(charges, invoiceLines.partOfChargeId)),
    )
    .where(and(own(actor, invoiceLines), eq(invoiceLines.invoiceId, invoiceId), gt(charges.dueOn, dueOn)))
    .groupBy(charges.dueOn)
    .orderBy(asc(charges.dueOn))
    .all()

/** The due date of a new invoice over some charges: as chosen, or the first promised day where all of them are due later. */
export function dueDayOfCharges(actor: Actor, chargeIds: readonly string[], dueOn: string): string {
  const first = ownRows(actor, charges, { on: sql<string | null>`min(coalesce(${charges.dueOn}, ''))` })
    .where(and(among(charges.id, chargeIds), gt(charges.amountMinor, 0)))
    .get()?.on
  return first && first > dueOn ? first : dueOn
}

// A plan whose invoices were credited or voided: what is no longer owed goes off its end, what was paid stays in it, so
// that installments, payments and credits still add up to the invoice.

type PaidPart = { invoiceId: string; position: number; dueOn: string; amountMinor: number }
type OpenRow = { position: number; dueOn: string; openMinor: number }

/** What was paid of an invoice and came off it again. */
type Freed = { invoiceId: string; amountMinor: number }

/**
 * Remembers what is open and paid of the plans of some invoices before they are credited or voided. The function it
 * answers takes what is no longer owed off the end of each plan, and what came off an invoice off what was paid of it last.
 */
export function rememberPlans(
  actor: Actor,
  invoiceIds: readonly string[],
  reason: string,
): (freed?: Freed) => void {
  const planIds = new Set(
    invoiceIds.flatMap((invoiceId) => listInstallments(actor, invoiceId).map(({ planId }) => planId)),
  )
  const before = [...planIds].map((planId) => ({
    planId,
    open: listPlanRows(actor, planId).filter(({ openMinor }) => openMinor > 0),
    paid: listPaidParts(actor, planId),
  }))
  return (freed) => {
    for (const { planId, open, paid } of before)
      shortenPlan(actor, planId, { open, paid: freed ? withoutFreed(paid, freed) : paid, reason })
  }
}

function withoutFreed(paid: readonly PaidPart[], { invoiceId, amountMinor }: Freed): PaidPart[] {
  const those = paid.filter((part) => part.invoiceId === invoiceId)
  const paidMinor = those.reduce((sum, part) => sum + part.amountMinor, 0)
  return [
    ...paid.filter((part) => part.invoiceId !== invoiceId),
    ...shorten(those, Math.max(0, paidMinor - amountMinor)),
  ]
}

/** What was paid of each installment, by invoice. */
function listPaidParts(actor: Actor, planId: string): PaidPart[] {
  const open = new Map(
    listPlanInvoices(actor, planId).map(({ invoiceId, openMinor }) => [invoiceId, openMinor]),
  )
  return ownRows(actor, installments)
    .where(eq(installments.planId, planId))
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
    recordEvent(actor, "invoice.shorten-plan", invoiceId, { after: { number, reason } })
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

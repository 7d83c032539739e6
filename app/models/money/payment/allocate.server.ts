import { invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import { installments } from "db/schema/money-plans"
import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { payerOf } from "../payer/payer-key.server"
import { claimAmount, claimDay, dueDay, ofInvoice } from "./due-day.server"
import { isOpen, openAmount } from "./open-amount.server"

// Which invoice is settled by what. Rows are only added: taking an amount off an invoice is a row below zero.

/** What settles an invoice: money that came, credit, or what was written off. */
export type Source = { paymentId: string } | { creditNoteId: string } | { writeOffId: string }

/** Puts an amount on an invoice, or takes it off (below zero), in the caller's transaction. Zero writes nothing. */
export function settle(actor: Actor, source: Source, invoiceId: string, amountMinor: number) {
  if (amountMinor === 0) return
  add(actor, allocations, { ...source, invoiceId, amountMinor })
}

export type OpenInvoice = {
  invoiceId: string
  number: string | null
  /** `YYYY-MM-DD` */
  dueOn: string
  totalMinor: number
  openMinor: number
  /** The only payer, where each payer gets an invoice of their own. */
  payerId: string | null
}

/** A family's invoices with a balance due, the oldest due date first; with ids, only those among them. */
export function listOpenInvoices(
  actor: Actor,
  familyId: string,
  invoiceIds?: readonly string[],
): OpenInvoice[] {
  return openQuery(invoiceIds ? "some" : "all").all(actor, {
    familyId,
    invoiceIds: JSON.stringify(invoiceIds ?? []),
  })
}

/** All that a family owes on its invoices. */
export const owedBy = (actor: Actor, familyId: string): number =>
  listOpenInvoices(actor, familyId).reduce((sum, { openMinor }) => sum + openMinor, 0)

const openQuery = queryEach(
  (which: "all" | "some", p: Params<{ familyId: string; invoiceIds: string }>, own) =>
    select({
      invoiceId: invoices.id,
      number: invoices.number,
      dueOn: dueDay,
      totalMinor: invoices.totalMinor,
      openMinor: openAmount,
      payerId: payerOf(invoices),
    })
      .from(invoices)
      .where(
        and(
          own(invoices),
          eq(invoices.familyId, p.familyId),
          which === "some" ? among(invoices.id, p.invoiceIds) : undefined,
          isOpen,
        ),
      )
      .orderBy(asc(dueDay), asc(invoices.sequence)),
)

/**
 * The same by installments: an invoice with a plan is there once for each open one, so that what is due first is paid first.
 */
export function listOpenClaims(
  actor: Actor,
  familyId: string,
  invoiceIds?: readonly string[],
): Omit<OpenInvoice, "totalMinor">[] {
  return select({
    invoiceId: invoices.id,
    number: invoices.number,
    dueOn: claimDay,
    openMinor: claimAmount,
    payerId: payerOf(invoices),
  })
    .from(invoices)
    .leftJoin(installments, ofInvoice)
    .where(
      and(
        own(actor, invoices),
        eq(invoices.familyId, familyId),
        eq(invoices.state, "issued"),
        invoiceIds && inArray(invoices.id, [...invoiceIds]),
        sql`${claimAmount} > 0`,
      ),
    )
    .orderBy(asc(claimDay), asc(invoices.sequence))
    .all()
}

/** Whether each invoice that someone chose has a balance due: it may be settled by now, or another family's. */
export const isEachOpen = (chosen: readonly string[], open: readonly { invoiceId: string }[]): boolean =>
  chosen.every((id) => open.some(({ invoiceId }) => invoiceId === id))

/** What is put on each invoice, its installments together. */
export function byInvoice<Each extends { invoiceId: string; amountMinor: number }>(
  parts: readonly Each[],
): Each[] {
  const sums = new Map<string, Each>()
  for (const part of parts) {
    const known = sums.get(part.invoiceId)
    sums.set(part.invoiceId, known ? { ...known, amountMinor: known.amountMinor + part.amountMinor } : part)
  }
  return [...sums.values()]
}

/** Puts an amount on open invoices in their order; what is left over is on none of them. */
export function share<Open extends { openMinor: number }>(
  amountMinor: number,
  open: readonly Open[],
): (Open & { amountMinor: number })[] {
  let left = amountMinor
  return open.flatMap((invoice) => {
    const part = Math.min(left, invoice.openMinor)
    left -= part
    return part > 0 ? [{ ...invoice, amountMinor: part }] : []
  })
}

export type Part = { invoiceId: string; number: string | null; amountMinor: number }

/** What a source settles now, invoice by invoice, the newest invoice first; minor units. */
export function listParts(actor: Actor, source: Source): Part[] {
  return select({
    invoiceId: allocations.invoiceId,
    number: invoices.number,
    amountMinor: sql<number>`sum(${allocations.amountMinor})`,
  })
    .from(allocations)
    .innerJoin(invoices, joined(invoices, allocations.invoiceId))
    .where(and(own(actor, allocations), isOf(source)))
    .groupBy(allocations.invoiceId)
    .having(sql`sum(${allocations.amountMinor}) <> 0`)
    .orderBy(desc(invoices.sequence))
    .all()
}

function isOf(source: Source): SQL {
  if ("paymentId" in source) return eq(allocations.paymentId, source.paymentId)
  if ("creditNoteId" in source) return eq(allocations.creditNoteId, source.creditNoteId)
  return eq(allocations.writeOffId, source.writeOffId)
}

/** What was written off stays on its invoice, and so does a credit note of that very invoice. */
const isMovable = sql`${allocations.writeOffId} is null and not exists (select 1 from credit_notes n
  where n.school_id = ${allocations.schoolId} and n.id = ${allocations.creditNoteId}
  and n.invoice_id = ${allocations.invoiceId})`

/**
 * Takes an amount off an invoice again, what was put on it last first, so that it becomes account credit. In the caller's
 * transaction; answers how much came off.
 * @param isTheirs whose money alone, by the payer of the payment; null is no payer by name
 */
export function takeOff(
  actor: Actor,
  invoiceId: string,
  amountMinor: number,
  isTheirs: (payerId: string | null) => boolean = () => true,
): number {
  const settled = select({
    paymentId: allocations.paymentId,
    creditNoteId: allocations.creditNoteId,
    payerId: payerOf(payments),
    amountMinor: sql<number>`sum(${allocations.amountMinor})`,
  })
    .from(allocations)
    .leftJoin(payments, joined(payments, allocations.paymentId))
    .where(and(own(actor, allocations), eq(allocations.invoiceId, invoiceId), isMovable))
    .groupBy(allocations.paymentId, allocations.creditNoteId)
    .having(sql`sum(${allocations.amountMinor}) > 0`)
    .orderBy(desc(sql`max(${allocations.createdAt})`), desc(sql`max(${allocations.id})`))
    .all()
    .filter(({ payerId }) => isTheirs(payerId))
  let missing = amountMinor
  for (const { paymentId, creditNoteId, amountMinor: there } of settled) {
    const part = Math.min(missing, there)
    if (part <= 0) break
    if (paymentId) settle(actor, { paymentId }, invoiceId, -part)
    else if (creditNoteId) settle(actor, { creditNoteId }, invoiceId, -part)
    missing -= part
  }
  return amountMinor - missing
}

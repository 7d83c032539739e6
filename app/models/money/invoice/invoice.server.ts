import { db } from "db/client.server"
import { invoiceLines, invoiceShares, invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { now } from "~/utils/clock.server"
import { localDate, today } from "~/utils/zones"
import { listChargeDiscounts } from "../charge/charge-discounts.server"
import { netPart } from "../payment/net-part.server"
import { invoiceState } from "./invoice"

// An invoice is a frozen copy of charges with a number. What it is worth now, paid or overdue, follows from its
// payments and its due date each time it is read.

export type Invoice = NonNullable<ReturnType<typeof findInvoice>>

/**
 * One invoice of the school with everything on its paper, or undefined. Lines are grouped by student in their order;
 * amounts in minor units, dates `YYYY-MM-DD` in the school's zone. `openMinor` is 0 for a draft and a void one.
 */
export function findInvoice(actor: Actor, invoiceId: string) {
  const row = db()
    .select({ invoice: invoices, familyName: families.name })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(own(actor, invoices, invoiceId))
    .get()
  if (!row) return undefined
  const { schoolId: _, issuedBy: _by, ...invoice } = row.invoice
  const paid = listPaymentsOf(actor, invoiceId)
  const paidMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const state = invoiceState({ ...invoice, paidMinor }, today(actor.school.timeZone, now()))
  const { groups, lineCount } = listLines(actor, invoiceId)
  const [family] = tellApart(actor, [{ familyId: invoice.familyId }])
  return {
    ...invoice,
    state,
    familyName: row.familyName,
    familyChildren: family?.familyChildren ?? null,
    voidedOn: invoice.voidedAt === null ? null : localDate(invoice.voidedAt, actor.school.timeZone),
    groups,
    lineCount,
    shares: listShares(actor, invoiceId).map((share) => ({
      ...share,
      paidMinor: paid
        .filter(({ guardianId }) => guardianId !== null && guardianId === share.guardianId)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    })),
    payments: paid,
    paidMinor,
    openMinor: invoice.state === "issued" ? Math.max(0, invoice.totalMinor - paidMinor) : 0,
  }
}

function listLines(actor: Actor, invoiceId: string) {
  const lines = db()
    .select({
      id: invoiceLines.id,
      chargeId: invoiceLines.chargeId,
      studentName: invoiceLines.studentName,
      description: invoiceLines.description,
      reason: invoiceLines.reason,
      occurredOn: invoiceLines.occurredOn,
      amountMinor: invoiceLines.amountMinor,
      taxMinor: invoiceLines.taxMinor,
      taxName: invoiceLines.taxName,
      taxRate: invoiceLines.taxRate,
      taxIsAdded: invoiceLines.taxIsAdded,
    })
    .from(invoiceLines)
    .where(and(own(actor, invoiceLines), eq(invoiceLines.invoiceId, invoiceId)))
    .orderBy(asc(invoiceLines.position))
    .all()
  const discountsOf = listChargeDiscounts(
    actor,
    lines.flatMap(({ chargeId }) => chargeId ?? []),
  )
  const names = [...new Set(lines.map(({ studentName }) => studentName))]
  const groups = names.map((name) => ({
    studentName: name,
    lines: lines
      .filter((line) => line.studentName === name)
      .map(({ studentName: _, ...line }) => ({ ...line, discounts: discountsOf(line.chargeId) })),
  }))
  return { groups, lineCount: lines.length }
}

function listShares(actor: Actor, invoiceId: string) {
  return (
    db()
      .select({
        guardianId: invoiceShares.guardianId,
        name: invoiceShares.name,
        email: invoiceShares.email,
        basisPoints: invoiceShares.basisPoints,
        amountMinor: invoiceShares.amountMinor,
      })
      .from(invoiceShares)
      .where(and(own(actor, invoiceShares), eq(invoiceShares.invoiceId, invoiceId)))
      // the plus keeps SQLite from walking through the shares of all invoices in the order of their ids
      .orderBy(sql`+${invoiceShares.id}`)
      .all()
  )
}

/** Payments for an invoice, oldest first; `amountMinor` is the part that went to it and did not go back. */
function listPaymentsOf(actor: Actor, invoiceId: string) {
  return db()
    .select({
      paymentId: payments.id,
      guardianId: payments.guardianId,
      amountMinor: netPart,
      receivedOn: payments.receivedOn,
      method: payments.method,
      payerName: payments.payerName,
      providerReference: payments.providerReference,
      note: payments.note,
    })
    .from(allocations)
    .innerJoin(payments, joined(payments, allocations.paymentId))
    .where(and(own(actor, allocations), eq(allocations.invoiceId, invoiceId)))
    .orderBy(asc(payments.receivedOn), asc(payments.id))
    .all()
    .filter(({ amountMinor }) => amountMinor > 0)
}

import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { listRefunds } from "./refund.server"

/** One payment of the school with the invoices it went to, or undefined. `spareMinor` went to none. */
export function findPayment(actor: Actor, paymentId: string) {
  const payment = db()
    .select()
    .from(payments)
    .where(own(actor, payments, paymentId))
    .get()
  if (!payment) return undefined
  const parts = db()
    .select({
      invoiceId: allocations.invoiceId,
      number: invoices.number,
      amountMinor: allocations.amountMinor,
    })
    .from(allocations)
    .innerJoin(invoices, joined(invoices, allocations.invoiceId))
    .where(and(own(actor, allocations), eq(allocations.paymentId, paymentId)))
    .orderBy(asc(invoices.sequence))
    .all()
  const { schoolId: _, recordedBy: _by, ...facts } = payment
  const refunded = listRefunds(actor, paymentId)
  const refundedMinor = refunded.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const placed = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    ...facts,
    allocations: parts,
    refunds: refunded,
    spareMinor: Math.max(0, payment.amountMinor - placed - refundedMinor),
  }
}

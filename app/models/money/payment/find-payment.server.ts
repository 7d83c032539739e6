import { payments } from "db/schema/money-payments"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import { localDate } from "~/utils/zones"
import { payerIdOf } from "../payer/payer-key.server"
import { findChargeback } from "./chargeback.server"
import { leftOf, listRefunds } from "./refund.server"
import { madeUpBy } from "./spare-credit.server"

/** One payment of the school with the invoices it settles, or undefined. `spareMinor` settles none. */
export function findPayment(actor: Actor, paymentId: string) {
  const payment = find(actor, payments, paymentId)
  if (!payment) return undefined
  const { schoolId: _, recordedBy: _by, ...facts } = payment
  const { parts, spareMinor, totalMinor, heldMinor } = leftOf(actor, payment)
  return {
    ...facts,
    payerId: payerIdOf(payment),
    reversedOn: payment.reversedAt === null ? null : localDate(payment.reversedAt, actor.school.timeZone),
    allocations: [...parts].reverse(),
    refunds: listRefunds(actor, paymentId)
      .filter(({ kind }) => kind !== "mistake")
      .map(({ providerReference: _reference, ...refund }) => refund),
    spareMinor: Math.max(0, spareMinor),
    /** What of that makes up for what the family owed on no invoice: no credit of theirs. */
    madeUpMinor: spareMinor > 0 ? madeUpBy(actor, payment.familyId, paymentId) : 0,
    /** What may still be refunded: what waits for the provider is not in it. */
    refundableMinor: Math.max(0, totalMinor - heldMinor),
    heldMinor,
    /** What is gone beyond the payment: the bank took back what had been refunded another way. */
    owedMinor: Math.max(0, -totalMinor),
    chargeback: findChargeback(actor, paymentId),
  }
}

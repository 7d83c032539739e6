import { db } from "db/client.server"
import { refundOrders, refunds } from "db/schema/money-payments"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { followChargeback, unwinChargeback, winChargeback } from "~/models/money/payment/chargeback.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { recordRefund } from "~/models/money/payment/refund.server"
import { keepPendingRefund } from "~/models/money/refund-order/pending-refund.server"
import { settleRefund } from "~/models/money/refund-order/refund-order.server"

// What PayPal and the payer's bank do in a history of a school's money, in any order.

export const onlineVerbs = [
  "refund-online",
  "chargeback",
  "win-chargeback",
  "unwin-chargeback",
  "ask-refund",
  "end-refund",
] as const

let references = 0

/** One act of PayPal with a payment, or what the office says of it; undefined for any other. */
export function actOnline(
  actor: Actor,
  paymentId: string,
  { verb, which, amountMinor }: { verb: string; which: number; amountMinor: number },
): { ok: boolean } | undefined {
  const payment = findPayment(actor, paymentId)
  references += 1
  switch (verb) {
    case "refund-online": {
      const facts = { kind: "refund" as const, amountMinor, providerReference: `history-${references}` }
      return recordRefund(actor, { paymentId, ...facts })
    }
    case "chargeback": {
      // What PayPal says that it has now: more than before, or less, when it gave some back.
      if (!payment || payment.reversedAt !== null) return { ok: false }
      const takenMinor = which === 6 ? 0 : Math.min(payment.amountMinor, amountMinor * (1 + which))
      return followChargeback(actor, { paymentId, captureId: paymentId, takenMinor })
    }
    case "win-chargeback":
      return winChargeback(actor, findTaken(actor) ?? paymentId, which % 2 ? "office" : "provider")
    case "unwin-chargeback":
      return unwinChargeback(actor, findTaken(actor) ?? paymentId)
    case "ask-refund": {
      const most = Math.min(amountMinor, payment?.refundableMinor ?? 0)
      if (most === 0) return { ok: false }
      const facts = {
        providerReference: `pending-${references}`,
        provider: "paypal" as const,
        payeeEmail: "school@example.com",
      }
      keepPendingRefund(actor, { paymentId, amountMinor: most, ...facts })
      return { ok: true }
    }
    case "end-refund": {
      const order = db()
        .select()
        .from(refundOrders)
        .where(and(eq(refundOrders.schoolId, actor.school.id), eq(refundOrders.state, "pending")))
        .limit(1)
        .get()
      if (!order) return { ok: false }
      const status = which % 2 === 0 ? "COMPLETED" : "FAILED"
      const said = { id: order.providerReference ?? "", status, amountMinor: order.amountMinor } as const
      return { ok: settleRefund(actor, order, said).state !== "waiting" }
    }
    default:
      return undefined
  }
}

/** The payment that the bank took from last. */
const findTaken = (actor: Actor): string | undefined =>
  db()
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(eq(refunds.schoolId, actor.school.id), eq(refunds.kind, "reversal")))
    .orderBy(desc(refunds.id))
    .limit(1)
    .get()?.paymentId ?? undefined

/** What of a payment's credit waits for PayPal to refund it. */
export function heldOfSpare(actor: Actor, paymentId: string): number {
  const payment = findPayment(actor, paymentId)
  return Math.min(payment?.heldMinor ?? 0, payment?.spareMinor ?? 0)
}

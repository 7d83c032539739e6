import { db } from "db/client.server"
import { paymentOrders, payments } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined } from "~/models/foundation/access/own.server"
import { PayPalError } from "~/providers/paypal/http.server"
import { type PayPalOrder, showOrder } from "~/providers/paypal/orders.server"
import { log } from "~/utils/log.server"
import { listRefunds, recordRefund } from "../payment/refund.server"
import type { PaymentOrder } from "./payment-order.server"

/** What the provider says was refunded of an order, and whether that is in the books now. */
export type SettledRefunds = "refunded" | "same" | "unpaid" | "mismatch" | "unreachable"

/** Asks the provider what of a paid order was refunded and takes that over, each refund once. Safe to repeat, also at once. */
export async function settleRefunds(actor: Actor, order: PaymentOrder): Promise<SettledRefunds> {
  const { providerOrderId, paymentId } = order
  if (!providerOrderId || !paymentId) return "unpaid"
  try {
    const providerOrder = await showOrder(providerOrderId)
    const outcomes = wentBack(actor, paymentId, providerOrder).map((refund) =>
      recordRefund(actor, { paymentId, ...refund }),
    )
    const refused = outcomes.find((outcome) => !outcome.ok)
    if (refused) {
      log.error({ order: order.id, refused }, "the provider reports refunds that do not fit the payment")
      return "mismatch"
    }
    return outcomes.some((outcome) => outcome.ok && outcome.isNew) ? "refunded" : "same"
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.error({ err: error }, "a refund could not be asked about")
    return "unreachable"
  }
}

/** The provider's refunds; what a capture lost without any was taken back by the payer's bank. */
function wentBack(actor: Actor, paymentId: string, { captures, refunds }: PayPalOrder) {
  const refundedMinor = refunds
    .filter(({ status }) => status === "COMPLETED")
    .map(({ id, amountMinor }) => ({ kind: "refund" as const, amountMinor, providerReference: id }))
  const [capture] = captures
  const isGone = capture?.status === "REFUNDED" || capture?.status === "REVERSED"
  if (!capture || !isGone) return refundedMinor
  const reference = `${capture.id}:reversed`
  const knownMinor = listRefunds(actor, paymentId).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const newMinor = refundedMinor.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const takenMinor = capture.amountMinor - Math.max(knownMinor, newMinor)
  return takenMinor > 0
    ? [...refundedMinor, { kind: "reversal" as const, amountMinor: takenMinor, providerReference: reference }]
    : refundedMinor
}

/** The try whose money the provider knows by this capture, of all schools. For jobs. */
export function findOrderOfCapture(captureId: string): PaymentOrder | undefined {
  return db()
    .select({ order: paymentOrders })
    .from(payments)
    .innerJoin(paymentOrders, joined(payments, paymentOrders.paymentId))
    .where(eq(payments.providerReference, captureId))
    .get()?.order
}

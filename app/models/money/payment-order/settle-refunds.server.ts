import { db, transact } from "db/client.server"
import { paymentOrders, payments, refundOrders, refunds } from "db/schema/money-payments"
import { and, eq, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { PayPalError } from "~/providers/paypal/http.server"
import { type PayPalOrder, showOrder } from "~/providers/paypal/orders.server"
import { log } from "~/utils/log.server"
import { followChargeback } from "../payment/chargeback.server"
import { recordRefund } from "../payment/refund.server"
import { keepPendingRefund, listPendingRefunds } from "../refund-order/pending-refund.server"
import { carryOutRefund } from "../refund-order/refund-order.server"
import type { PaymentOrder } from "./payment-order.server"

/** What the provider says was refunded of an order, and whether that is in the books now. */
export type SettledRefunds = "refunded" | "same" | "unpaid" | "mismatch" | "unreachable"

/** Asks the provider what of a paid order was refunded and takes that over, each refund once. Safe to repeat, also at once. */
export async function settleRefunds(actor: Actor, order: PaymentOrder): Promise<SettledRefunds> {
  const { providerOrderId, paymentId } = order
  if (!providerOrderId || !paymentId) return "unpaid"
  try {
    for (const refundOrderId of listPendingRefunds(actor, paymentId))
      await carryOutRefund(actor, refundOrderId)
    const providerOrder = await showOrder(providerOrderId)
    const outcomes = transact(() => takeOver(actor, order, paymentId, providerOrder))
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

/**
 * The provider's refunds, those that it keeps pending, and what a capture lost without any: that the payer's bank took
 * back. A capture that has it all again was won. The bank's share comes first, so that what it no longer has can be refunded.
 */
function takeOver(
  actor: Actor,
  order: PaymentOrder,
  paymentId: string,
  { captures, refunds: told }: PayPalOrder,
) {
  const [capture] = captures
  const byStatus = (status: string) => told.filter((refund) => refund.status === status)
  const [completed, pending] = [byStatus("COMPLETED"), byStatus("PENDING")]
  for (const { id, amountMinor } of pending)
    keepPendingRefund(actor, { paymentId, providerReference: id, amountMinor, payeeEmail: order.payeeEmail })
  const isGone = capture?.status === "REFUNDED" || capture?.status === "REVERSED"
  const accounted = new Map([
    ...listAccounted(actor, paymentId),
    ...[...completed, ...pending].map(({ id, amountMinor }) => [id, amountMinor] as const),
  ])
  const takenMinor = isGone ? Math.max(0, capture.amountMinor - sumOf(accounted.values())) : 0
  return [
    ...(capture ? [followChargeback(actor, { paymentId, captureId: capture.id, takenMinor })] : []),
    ...completed.map(({ id, amountMinor }) =>
      recordRefund(actor, { paymentId, kind: "refund", amountMinor, providerReference: id }),
    ),
  ]
}

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, each) => sum + each, 0)

/** The provider's refunds that we know, made or pending, by its ids: its list of them may come later. */
function listAccounted(actor: Actor, paymentId: string): [string, number][] {
  const made = db()
    .select({ id: refunds.providerReference, amountMinor: refunds.amountMinor })
    .from(refunds)
    .where(
      and(
        own(actor, refunds),
        eq(refunds.paymentId, paymentId),
        eq(refunds.kind, "refund"),
        isNotNull(refunds.providerReference),
      ),
    )
    .all()
  const waiting = db()
    .select({ id: refundOrders.providerReference, amountMinor: refundOrders.amountMinor })
    .from(refundOrders)
    .where(
      and(
        own(actor, refundOrders),
        eq(refundOrders.paymentId, paymentId),
        eq(refundOrders.state, "pending"),
        isNotNull(refundOrders.providerReference),
      ),
    )
    .all()
  return [...made, ...waiting].map(({ id, amountMinor }) => [id ?? "", amountMinor])
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

import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { PayPalError } from "~/providers/paypal/http.server"
import { showRefund } from "~/providers/paypal/refunds.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { findPlatformPayment } from "../platform-payment/platform-payment.server"
import { failRefund, finishRefund, type PlatformRefund } from "../platform-payment/refund-state.server"
import { fileCase } from "../subscription-case/subscription-case.server"
import { tellRefund } from "./told-refund.server"

/**
 * Asks PayPal what became of a refund that it held: one that it carried out counts from now on, and the school is told; one
 * that it didn't is put back, and staff who look after money get a case. Safe to repeat, also at once. The actor is the
 * school's, when it still exists.
 */
export async function followRefund(
  refund: PlatformRefund,
  actor: Actor | undefined,
): Promise<"held" | "done" | "failed" | "unknown" | "unreachable"> {
  const { id, providerRefundId } = refund
  if (!providerRefundId) return "held"
  try {
    const { status } = await showRefund(providerRefundId)
    if (status === "PENDING") return "held"
    const isDone = status === "COMPLETED"
    transact(() => (isDone ? settle(refund, actor) : putBack(refund, actor)))
    return isDone ? "done" : "failed"
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.warn({ err: error, refund: id }, "PayPal did not say what became of a refund")
    return error.status === 404 ? "unknown" : "unreachable"
  }
}

function settle(refund: PlatformRefund, actor: Actor | undefined) {
  const { id, providerRefundId, origin, paymentId, currency } = refund
  const isNew = finishRefund(id, { providerRefundId: providerRefundId ?? id, refundedAt: now() })
  if (!actor) return
  if (origin === "staff" || origin === "credit") return tellRefund(actor, id)
  const payment = findPlatformPayment(paymentId)
  if (!isNew || !payment) return
  const { refundedMinor, amountMinor } = payment
  fileCase(actor, "refund", { paymentId, refundedMinor, amountMinor, currency, origin }, paymentId)
}

function putBack(
  { id, paymentId, amountMinor: failedMinor, currency, origin }: PlatformRefund,
  actor: Actor | undefined,
) {
  if (!failRefund(id) || !actor) return
  const amountMinor = findPlatformPayment(paymentId)?.amountMinor
  fileCase(actor, "refund-failed", { paymentId, amountMinor, failedMinor, currency, origin }, id)
}

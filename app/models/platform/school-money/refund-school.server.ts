import { db, transact } from "db/client.server"
import { platformPayments } from "db/schema/accounts-subscriptions"
import {
  askRefund,
  finishRefund,
  refuseRefund,
} from "~/models/accounts/platform-payment/platform-refund.server"
import { mailPlatformRefund } from "~/models/accounts/subscription/subscription-mail.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { PayPalError } from "~/providers/paypal/http.server"
import { type PayPalRefund, refundCapture } from "~/providers/paypal/refunds.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { recordStaffAct } from "../staff-act/staff-act.server"

export type RefundRefusal = "no-payment" | "too-much" | "refused" | "provider-unavailable"

/**
 * Refunds a payment of the school through PayPal, in full or in part, once for a `key`. The reason is for staff; the message
 * is what the school reads in its activity, in PayPal and in a mail. What happens to access is another act.
 */
export async function refundSchool(
  staff: SuperActor,
  school: Actor,
  {
    key,
    paymentId,
    amountMinor,
    reason,
    message,
  }: { key: string; paymentId: string; amountMinor: number; reason: string; message?: string },
): Promise<Result<{ amountMinor: number; currency: string }, RefundRefusal>> {
  const asked = transact((): Result<{ payment: Payment; isNew: boolean }, RefundRefusal> => {
    const payment = findRefundable(school, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    const isNew = askRefund(payment, { key, amountMinor })
    if (isNew && amountMinor > payment.amountMinor - payment.refundedMinor) {
      refuseRefund(key)
      return { ok: false, reason: "too-much" }
    }
    return { ok: true, payment, isNew }
  })
  if (!asked.ok) return asked
  const { payment, isNew } = asked
  const { currency } = payment
  // Pressed twice: it's done already.
  if (!isNew) return { ok: true, amountMinor, currency }
  const usual = `We refunded ${formatMoney(amountMinor, currency)}.`
  const told = message || usual
  const refunded = await ask(paymentId, { requestId: key, amountMinor, currency, note: told })
  if (!refunded.ok) {
    if (refunded.reason === "refused") transact(() => refuseRefund(key))
    return refunded
  }
  transact(() => {
    finishRefund(key, { providerRefundId: refunded.id, refundedAt: now() })
    recordStaffAct(staff, school, {
      verb: "refund",
      reason: `${reason} (${formatMoney(amountMinor, currency)})`,
      told: message ? `${message} ${usual}` : usual,
    })
    mailPlatformRefund(school, { amountMinor, currency, paymentId, message: message ?? null })
  })
  return { ok: true, amountMinor, currency }
}

type Payment = typeof platformPayments.$inferSelect

/** A payment of this school that came, and of which something is left. */
function findRefundable(school: Actor, paymentId: string): Payment | undefined {
  const payment = db()
    .select()
    .from(platformPayments)
    .where(own(school, platformPayments, paymentId))
    .get()
  return payment && ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(payment.status)
    ? payment
    : undefined
}

async function ask(
  paymentId: string,
  requested: { requestId: string; amountMinor: number; currency: string; note: string },
): Promise<Result<PayPalRefund, "refused" | "provider-unavailable">> {
  try {
    const refund = await refundCapture({ captureId: paymentId, ...requested })
    const isDone = refund.status === "COMPLETED" || refund.status === "PENDING"
    return isDone ? { ok: true, ...refund } : { ok: false, reason: "refused" }
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.warn({ err: error, paymentId }, "PayPal did not refund a payment")
    return {
      ok: false,
      reason: error.status === 422 || error.status === 404 ? "refused" : "provider-unavailable",
    }
  }
}

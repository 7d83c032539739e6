import { db, transact } from "db/client.server"
import { platformPayments } from "db/schema/accounts-subscriptions"
import {
  type AskedRefund,
  askRefund,
  claimTelling,
  countRefunds,
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

export type RefundRefusal =
  | "no-payment"
  | "too-much"
  | "sent-before"
  | "changed"
  | "refused"
  | "provider-unavailable"

/**
 * Refunds a payment of the school through PayPal, in full or in part, once for a `key`. The reason is for staff; the message
 * is what the school reads in its activity, in PayPal and in a mail. What happens to access is another act. A key that was sent
 * with another payment or amount is refused: that one may have gone through. So is a new one, when the school has other refunds
 * than the person saw (`seen`): a colleague may just have made it. However often and at once it is pressed, PayPal refunds
 * once, and the school is told once.
 */
export async function refundSchool(
  staff: SuperActor,
  school: Actor,
  {
    key,
    paymentId,
    amountMinor,
    seen,
    reason,
    message,
  }: {
    key: string
    paymentId: string
    amountMinor: number
    seen?: number
    reason: string
    message?: string
  },
): Promise<Result<{ amountMinor: number; currency: string }, RefundRefusal>> {
  const asked = transact((): Result<{ payment: Payment; refund: AskedRefund }, RefundRefusal> => {
    const payment = findRefundable(school, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    const before = countRefunds(school)
    const refund = askRefund(payment, { key, amountMinor })
    if (refund.state === "other") return { ok: false, reason: "sent-before" }
    if (refund.state === "new" && seen !== undefined && seen !== before) {
      refuseRefund(refund.id)
      return { ok: false, reason: "changed" }
    }
    if (refund.state === "new" && amountMinor > payment.amountMinor - payment.refundedMinor) {
      refuseRefund(refund.id)
      return { ok: false, reason: "too-much" }
    }
    return { ok: true, payment, refund }
  })
  if (!asked.ok) return asked
  const { currency } = asked.payment
  const { id, state } = asked.refund
  const usual = `We refunded ${formatMoney(amountMinor, currency)}.`
  const told = message || usual
  // What is done already, PayPal isn't asked for again; its own message may have come before its answer.
  if (state !== "done") {
    const refunded = await ask(paymentId, { requestId: id, amountMinor, currency, note: told })
    if (!refunded.ok) {
      if (refunded.reason === "refused") transact(() => refuseRefund(id))
      return refunded
    }
    transact(() => finishRefund(id, { providerRefundId: refunded.id, refundedAt: now() }))
  }
  transact(() => {
    if (!claimTelling(id)) return
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

/** What PayPal answers when repeating the same refund can't succeed. */
const finalAnswers = [400, 403, 404, 422]

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
      reason: finalAnswers.includes(error.status) ? "refused" : "provider-unavailable",
    }
  }
}

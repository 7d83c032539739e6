import { transact } from "db/client.server"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { ProviderRefund } from "~/providers/payment-provider"
import { PayPalError } from "~/providers/paypal/http.server"
import { refundCapture } from "~/providers/paypal/refunds.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { askRefund } from "../platform-payment/ask-refund.server"
import {
  findRefund,
  finishRefund,
  holdRefund,
  refuseRefund,
  sumRefunds,
} from "../platform-payment/refund-state.server"
import { creditedAfter, creditLeft } from "../school-credit/school-credit.server"
import { tellRefund } from "./told-refund.server"

// How account credit and free months reach PayPal. The one rule: PayPal charges what was agreed to, and the credit goes back
// right after each payment as a refund of it, until it is used up (a free month is a month's price of credit). PayPal has no
// call that makes the next payment of a running subscription smaller and the one after it what it was; a refund is its
// published way to give money back, in part or in full, within 180 days
// (https://developer.paypal.com/docs/api/payments/v2/#captures_refund). So gross, refunds and net stay true, and the
// monthly revenue is what was agreed to. What a coupon does is another rule: discounted-plan.server.

const mostAtOnce = 20
const keyOf = (paymentId: string) => `credit-${paymentId}`

/**
 * Pays the school's credit back from its payments since the credit was given, each payment once. Safe to repeat, also at
 * once: the refund is asked for under the payment's own key. What PayPal couldn't be told is asked again with the next check.
 */
export async function spendCredit(actor: Actor): Promise<void> {
  for (const { id, currency } of listPaymentsToCredit(actor)) {
    const asked = transact(() => reserve(actor, id))
    if (asked === null) continue
    try {
      const refund = await refundCapture({
        captureId: id,
        requestId: keyOf(id),
        amountMinor: asked,
        currency,
        note: "From your account credit with Tutti.",
      })
      transact(() => settle(actor, keyOf(id), refund))
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error
      log.warn({ err: error, paymentId: id }, "PayPal did not refund account credit")
      if (error.status === 422 || error.status === 404) transact(() => refuseRefund(keyOf(id)))
    }
  }
}

/** Payments that came since credit was given and of which something is left, oldest first. */
function listPaymentsToCredit(actor: Actor) {
  const since = creditedAfter(actor)
  if (since === null) return []
  return select({ id: platformPayments.id, currency: platformPayments.currency })
    .from(platformPayments)
    .where(
      and(
        own(actor, platformPayments),
        inArray(platformPayments.status, ["COMPLETED", "PARTIALLY_REFUNDED"]),
        eq(platformPayments.currency, "USD"),
        gt(platformPayments.paidAt, since),
        sql`not exists (select 1 from ${platformRefunds} r where r.id = 'credit-' || ${platformPayments.id}
          and r.state <> 'asked')`,
      ),
    )
    .orderBy(asc(platformPayments.paidAt))
    .limit(mostAtOnce)
    .all()
}

/** How much is asked back of a payment: what was asked before, else what credit is left; null when there's nothing to ask. */
function reserve(actor: Actor, paymentId: string): number | null {
  const before = findRefund(keyOf(paymentId))
  if (before) return before.state === "asked" ? before.amountMinor : null
  const payment = find(actor, platformPayments, paymentId)
  if (!payment) return null
  const left = payment.amountMinor - payment.refundedMinor - sumRefunds(paymentId).heldMinor
  const amountMinor = Math.min(creditLeft(actor), left)
  if (amountMinor <= 0) return null
  askRefund(payment, { key: keyOf(paymentId), amountMinor, origin: "credit" })
  return amountMinor
}

/** One that PayPal holds is spent too, and told to the school when it is carried out. */
function settle(actor: Actor, key: string, { id, status }: ProviderRefund) {
  if (status === "PENDING") return holdRefund(key, id)
  if (status !== "COMPLETED") return refuseRefund(key)
  finishRefund(key, { providerRefundId: id, refundedAt: now() })
  tellRefund(actor, key)
}

import { db, transact } from "db/client.server"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { PayPalError } from "~/providers/paypal/http.server"
import { refundCapture } from "~/providers/paypal/refunds.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { formatMoney } from "~/utils/money"
import { askRefund, finishRefund, refuseRefund } from "../platform-payment/platform-refund.server"
import { creditedAfter, creditLeft } from "../school-credit/school-credit.server"
import { mailPlatformRefund } from "./subscription-mail.server"

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
      const amount = formatMoney(asked, currency)
      const refund = await refundCapture({
        captureId: id,
        requestId: keyOf(id),
        amountMinor: asked,
        currency,
        note: "From your account credit with Tutti.",
      })
      const isDone = refund.status === "COMPLETED" || refund.status === "PENDING"
      transact(() =>
        isDone
          ? settle(actor, { id, currency, amountMinor: asked, amount, refundId: refund.id })
          : refuseRefund(keyOf(id)),
      )
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
  return db()
    .select({ id: platformPayments.id, currency: platformPayments.currency })
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
  const before = db()
    .select()
    .from(platformRefunds)
    .where(eq(platformRefunds.id, keyOf(paymentId)))
    .get()
  if (before) return before.state === "asked" ? before.amountMinor : null
  const payment = db()
    .select()
    .from(platformPayments)
    .where(own(actor, platformPayments, paymentId))
    .get()
  if (!payment) return null
  const amountMinor = Math.min(creditLeft(actor), payment.amountMinor - payment.refundedMinor)
  if (amountMinor <= 0) return null
  askRefund(payment, { key: keyOf(paymentId), amountMinor, origin: "credit" })
  return amountMinor
}

function settle(
  actor: Actor,
  {
    id,
    currency,
    amountMinor,
    amount,
    refundId,
  }: { id: string; currency: string; amountMinor: number; amount: string; refundId: string },
) {
  const before = db()
    .select()
    .from(platformRefunds)
    .where(eq(platformRefunds.id, keyOf(id)))
    .get()
  // Another check was faster.
  if (before?.state !== "asked") return
  finishRefund(keyOf(id), { providerRefundId: refundId, refundedAt: now() })
  recordEvent(actor, { verb: "use-credit", noun: "subscription", nounId: id, after: { amount }, by: "Tutti" })
  const left = formatMoney(creditLeft(actor), currency)
  mailPlatformRefund(actor, {
    amountMinor,
    currency,
    paymentId: id,
    message: `It comes from your account credit, of which ${left} is left.`,
  })
}

import { schoolActor } from "~/models/access/actor.server"
import { recordEvent } from "~/models/audit/audit.server"
import type { JobData } from "~/models/job/job"
import { findOrderOfProvider } from "~/models/payment-order/payment-order.server"
import { settlePayment } from "~/models/payment-order/settle-payment.server"
import { findOrderOfCapture, settleRefunds } from "~/models/payment-order/settle-refunds.server"
import { findPlatformPayment, rereadPlatformPayments } from "~/models/platform/platform-payment.server"
import { findProviderEvent, recordEventOutcome } from "~/models/provider-event/provider-event.server"
import { findOrphan, settleOrphan } from "~/models/school/orphaned-subscription.server"
import { confirmSubscription } from "~/models/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/subscription/reconcile-subscription.server"
import { endReplacedSubscription } from "~/models/subscription/replaced-subscription.server"
import { findSchoolOfAttempt, recordApproving } from "~/models/subscription/subscription-attempt.server"
import { PayPalError } from "~/utils/paypal/http.server"
import { showSubscription } from "~/utils/paypal/subscriptions.server"

/**
 * A message of the provider: finds whom it is about, asks the provider how that stands now, and takes it over. Throws
 * while the provider cannot be asked, so that the job comes again.
 */
export async function applyProviderEvent({ eventId }: JobData["apply-provider-event"]) {
  const event = findProviderEvent(eventId)
  if (!event || event.processedAt !== null) return
  const outcome = await outcomeOf(event.kind, event.resourceId)
  if (outcome === "unreachable") throw new Error("The provider cannot be asked just now")
  recordEventOutcome(event.id, outcome)
}

async function outcomeOf(kind: string, resourceId: string | null): Promise<string> {
  if (!resourceId) return "nothing to ask about"
  if (/^PAYMENT\.SALE\.(REFUNDED|REVERSED)$/.test(kind)) return applySaleRefund(resourceId)
  if (/^CUSTOMER\.DISPUTE\./.test(kind)) return disputedPayment(resourceId)
  if (/^(BILLING\.SUBSCRIPTION|PAYMENT\.SALE)\./.test(kind)) return applySubscription(resourceId)
  if (/^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/.test(kind)) return applyRefund(resourceId)
  if (/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./.test(kind)) return applyOrder(resourceId)
  return "nothing to ask about"
}

/** Names the sale or the agreement. What went back does not end a subscription: the list of payments shows it. */
async function applySaleRefund(resourceId: string): Promise<string> {
  const payment = findPlatformPayment(resourceId)
  const subscriptionId = payment?.subscriptionId ?? resourceId
  const schoolId =
    payment?.schoolId ?? findSchoolOfAttempt({ providerSubscriptionId: subscriptionId })?.schoolId
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (!actor) return "not ours"
  try {
    await rereadPlatformPayments(actor, subscriptionId, payment?.paidAt)
    return "payments read anew"
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    return "unreachable"
  }
}

/** A complaint changes nothing by itself; staff see it beside the payment, a school in its audit log. */
function disputedPayment(paymentId: string): string {
  if (findPlatformPayment(paymentId)) return "about a payment to us"
  const order = findOrderOfCapture(paymentId)
  const actor = order && schoolActor(order.schoolId)
  if (!actor || !order.paymentId) return "not ours"
  recordEvent(actor, { verb: "dispute", noun: "payment", nounId: order.paymentId })
  return "about a family's payment"
}

async function applySubscription(subscriptionId: string): Promise<string> {
  const orphan = findOrphan(subscriptionId)
  if (orphan) {
    const settled = await settleOrphan(orphan)
    return settled === "unreachable" ? settled : `orphan ${settled}`
  }
  const attempt =
    findSchoolOfAttempt({ providerSubscriptionId: subscriptionId }) ?? (await adoptLost(subscriptionId))
  if (attempt === "unreachable") return attempt
  const actor = attempt && schoolActor(attempt.schoolId)
  if (!actor) return "not ours"
  if (attempt.state !== "activated") {
    const { state } = await confirmSubscription(actor, { attemptId: attempt.id })
    if (state !== "active") return state
  }
  const replaced = await endReplacedSubscription(actor, subscriptionId)
  return replaced === "same" ? reconcileSubscription(actor) : replaced
}

/** Our call to create it was carried out but never answered: the provider still knows which try it was for. */
async function adoptLost(subscriptionId: string) {
  try {
    const { customId } = await showSubscription(subscriptionId)
    const attempt = customId ? findSchoolOfAttempt({ attemptId: customId }) : undefined
    if (!attempt || attempt.providerSubscriptionId) return undefined
    recordApproving(attempt, subscriptionId)
    return { ...attempt, providerSubscriptionId: subscriptionId }
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    return error.status === 404 ? undefined : ("unreachable" as const)
  }
}

/** The message may name the order or only the capture, and may come before we knew that anything was paid. */
async function applyRefund(resourceId: string): Promise<string> {
  const order = findOrderOfProvider(resourceId) ?? findOrderOfCapture(resourceId)
  const actor = order && schoolActor(order.schoolId)
  if (!actor) return "not ours"
  const settled = await settlePayment(actor, order)
  if (settled.state !== "paid") return settled.state
  return settleRefunds(actor, { ...order, paymentId: settled.paymentId })
}

async function applyOrder(orderId: string): Promise<string> {
  const order = findOrderOfProvider(orderId)
  const actor = order && schoolActor(order.schoolId)
  return actor ? (await settlePayment(actor, order)).state : "not ours"
}

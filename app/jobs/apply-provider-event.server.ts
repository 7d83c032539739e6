import { schoolActor } from "~/models/access/actor.server"
import type { Job } from "~/models/job/job.server"
import { findOrderOfProvider } from "~/models/payment-order/payment-order.server"
import { settlePayment } from "~/models/payment-order/settle-payment.server"
import { findProviderEvent, recordEventOutcome } from "~/models/provider-event/provider-event.server"
import { findOrphan, settleOrphan } from "~/models/school/orphaned-subscription.server"
import { confirmSubscription } from "~/models/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/subscription/reconcile-subscription.server"
import { findSchoolOfAttempt, recordApproving } from "~/models/subscription/subscription-attempt.server"
import { PayPalError } from "~/utils/paypal/http.server"
import { showSubscription } from "~/utils/paypal/subscriptions.server"

/**
 * A message of the provider: finds whom it is about, asks the provider how that stands now, and takes it over. Throws
 * while the provider cannot be asked, so that the job comes again.
 */
export async function applyProviderEvent(job: Job) {
  const { eventId } = JSON.parse(job.payload) as { eventId: string }
  const event = findProviderEvent(eventId)
  if (!event || event.processedAt !== null) return
  const outcome = await outcomeOf(event.kind, event.resourceId)
  if (outcome === "unreachable") throw new Error("The provider cannot be asked just now")
  recordEventOutcome(event.id, outcome)
}

async function outcomeOf(kind: string, resourceId: string | null): Promise<string> {
  if (!resourceId) return "nothing to ask about"
  if (/^(BILLING\.SUBSCRIPTION|PAYMENT\.SALE)\./.test(kind)) return applySubscription(resourceId)
  if (/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./.test(kind)) return applyOrder(resourceId)
  return "nothing to ask about"
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
  return reconcileSubscription(actor)
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

async function applyOrder(orderId: string): Promise<string> {
  const order = findOrderOfProvider(orderId)
  const actor = order && schoolActor(order.schoolId)
  return actor ? (await settlePayment(actor, order)).state : "not ours"
}

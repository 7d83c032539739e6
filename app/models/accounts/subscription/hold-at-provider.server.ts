import type { Actor } from "~/models/foundation/access/actor"
import { PayPalError } from "~/providers/paypal/http.server"
import {
  activateSubscription,
  showSubscription,
  suspendSubscription,
} from "~/providers/paypal/subscriptions.server"
import { log } from "~/utils/log.server"
import { findSubscription } from "./subscription-attempt.server"

/**
 * Tells PayPal what our staff decided: a school that is held closed pays nothing, and one that is open again renews. Safe to
 * repeat. One that the school canceled, or whose payment failed, stays as it is there.
 */
export async function holdAtProvider(actor: Actor): Promise<"done" | "unreachable"> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  if (!subscriptionId || subscription.leavingAt !== null) return "done"
  try {
    const { status, failedPayments } = await showSubscription(subscriptionId)
    if (subscription.heldAt !== null && status === "ACTIVE")
      await suspendSubscription(subscriptionId, "Tutti suspended this account.")
    if (subscription.heldAt === null && status === "SUSPENDED" && failedPayments === 0)
      await activateSubscription(subscriptionId, "Tutti reopened this account.")
    return "done"
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    if (error.status === 404 || error.status === 422) return "done"
    log.warn(
      { err: error, subscriptionId },
      "PayPal could not be told that a school is suspended or open again",
    )
    return "unreachable"
  }
}

import type { Actor } from "~/models/foundation/access/actor"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import { findSubscription } from "./subscription-attempt.server"

/**
 * Tells the provider what our staff decided: a school that is held closed pays nothing, and one that is open again
 * renews. Safe to repeat. One that the school canceled, or whose payment failed, stays as it is there.
 */
export async function holdAtProvider(actor: Actor): Promise<"done" | "unreachable"> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  if (!subscriptionId || subscription.leavingAt !== null) return "done"
  try {
    const { status, failedPayments } = await planSales.show(subscriptionId)
    if (subscription.heldAt !== null && status === "ACTIVE")
      await planSales.suspend(subscriptionId, "Tutti suspended this account.")
    if (subscription.heldAt === null && status === "SUSPENDED" && failedPayments === 0)
      await planSales.activate(subscriptionId, "Tutti reopened this account.")
    return "done"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 404 || error.status === 422) return "done"
    log.warn(
      { err: error, subscriptionId },
      `${platformProvider} could not be told that a school is suspended or open again`,
    )
    return "unreachable"
  }
}

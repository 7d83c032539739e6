import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import { rereadPlatformPayments } from "../platform-payment/platform-payment.server"
import { findSubscription } from "./subscription-attempt.server"

/**
 * Ends at the provider what another subscription of the school has taken the place of. The provider goes on trying a
 * payment that failed for weeks: without this a school that chose a plan again would one day pay for both. Safe to
 * repeat.
 */
export async function endReplacedSubscription(
  actor: Actor,
  subscriptionId: string,
): Promise<"same" | "ended" | "unreachable"> {
  if (findSubscription(actor)?.providerSubscriptionId === subscriptionId) return "same"
  try {
    const { status, lastPaidAt } = await planSales.show(subscriptionId)
    const isRunning = status === "ACTIVE" || status === "SUSPENDED"
    if (isRunning) await planSales.cancel(subscriptionId, "The school has another subscription now.")
    // What it took before it was ended is to be seen by whoever may have to pay it back.
    await rereadPlatformPayments(actor, subscriptionId, lastPaidAt ?? 0)
    if (isRunning) transact(() => recordEvent(actor, "subscription.end-replaced", subscriptionId))
    return "ended"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 404) return "ended"
    log.warn(
      { err: error, subscriptionId },
      `${platformProvider} did not end a subscription that was replaced`,
    )
    return "unreachable"
  }
}

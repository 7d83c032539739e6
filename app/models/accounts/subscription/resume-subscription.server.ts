import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { findSubscription } from "./subscription-attempt.server"

export type ResumedSubscription = Result<void, "not-running" | "cannot-resume" | "provider-unavailable">

/**
 * Takes a suspended agreement up again at the provider; the caller then asks the provider again. One that was canceled
 * cannot be taken up: a plan is chosen again when what is paid for is over.
 */
export async function resumeSubscription(actor: Actor): Promise<ResumedSubscription> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  if (!subscriptionId || subscription.status !== "suspended") return { ok: false, reason: "not-running" }
  try {
    await planSales.activate(subscriptionId, "The school resumed its subscription.")
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.issue === "SUBSCRIPTION_CANNOT_BE_ACTIVATED") return { ok: false, reason: "cannot-resume" }
    // Taken up before, perhaps on the provider's own pages: asking again will say so.
    if (error.issue !== "SUBSCRIPTION_STATUS_INVALID") {
      log.warn({ err: error, subscriptionId }, `${platformProvider} did not resume a subscription`)
      return { ok: false, reason: "provider-unavailable" }
    }
  }
  transact(() => recordEvent(actor, "subscription.resume", subscriptionId))
  return { ok: true }
}

import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { findOpenFailure } from "./renewal-failure.server"

export type PaidDue = Result<void, "not-due" | "declined" | "provider-unavailable">

/**
 * Charges what a failed renewal left due, with the payment method the school has at the provider now, and takes the
 * agreement up again where the provider suspended it. Once for a `requestId`; the caller then asks the provider again.
 */
export async function payDue(actor: Actor, requestId: string): Promise<PaidDue> {
  const failure = findOpenFailure(actor)
  if (!failure) return { ok: false, reason: "not-due" }
  const { providerSubscriptionId: subscriptionId, currency } = failure
  try {
    const due = await planSales.show(subscriptionId)
    if (due.outstandingMinor > 0)
      await planSales.captureOutstanding(subscriptionId, {
        requestId,
        amountMinor: due.outstandingMinor,
        currency,
      })
    const after = await planSales.show(subscriptionId)
    if (after.outstandingMinor > 0 || after.failedPayments > 0) return { ok: false, reason: "declined" }
    if (after.status === "SUSPENDED")
      await planSales.activate(subscriptionId, "The school paid what was due.")
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, subscriptionId }, `${platformProvider} did not charge what is due`)
    return { ok: false, reason: error.status === 422 ? "declined" : "provider-unavailable" }
  }
  transact(() => recordEvent(actor, { verb: "pay-due", noun: "subscription", nounId: subscriptionId }))
  return { ok: true }
}

import { transact } from "db/client.server"
import { cancellations } from "db/schema/accounts-subscription-money"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { PayPalError } from "~/providers/paypal/http.server"
import { activateSubscription } from "~/providers/paypal/subscriptions.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import type { Result } from "~/utils/result"
import { findSubscription } from "./subscription-attempt.server"
import { mailKept } from "./subscription-mail.server"

export type KeptSubscription = Result<void, "not-leaving" | "provider-unavailable">

/**
 * Takes a cancellation back while what is paid for lasts: the agreement that PayPal only held is activated, and renews on
 * the day it would have. The caller then asks the provider again. Refused once it has ended at PayPal.
 */
export async function keepSubscription(actor: Actor): Promise<KeptSubscription> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  const isLeaving = subscription?.leavingAt && (subscription.paidUntil ?? 0) > now()
  if (!subscriptionId || !isLeaving || subscription.status !== "cancelled")
    return { ok: false, reason: "not-leaving" }
  try {
    await activateSubscription(subscriptionId, "The school keeps its subscription.")
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.warn({ err: error, subscriptionId }, "PayPal did not take a cancellation back")
    return { ok: false, reason: error.status === 422 ? "not-leaving" : "provider-unavailable" }
  }
  transact(() => {
    change(actor, subscriptions, own(actor, subscriptions), { leavingAt: null, updatedAt: now() })
    change(actor, cancellations, isNull(cancellations.withdrawnAt), { withdrawnAt: now() })
    recordEvent(actor, { verb: "keep", noun: "subscription", nounId: subscriptionId })
    mailKept(actor, subscription.paidUntil)
  })
  return { ok: true }
}

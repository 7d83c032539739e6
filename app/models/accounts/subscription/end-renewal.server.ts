import { transact } from "db/client.server"
import { cancellations } from "db/schema/accounts-subscription-money"
import { subscriptions } from "db/schema/accounts-subscriptions"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError } from "~/providers/payment-provider"
import type { ProviderSubscription } from "~/providers/plan-sales"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import type { CancellationForm } from "./cancellation-form"
import { findPaidStatus, findSubscription } from "./subscription-attempt.server"
import { mailCanceled } from "./subscription-mail.server"

// A school leaves. The provider can't take a canceled agreement up again, so until the paid time is over the agreement
// is only held there: nothing is charged, and one press keeps it (keep-subscription). On that day it's canceled.

/** What the buyer reads at the provider. */
const because = "The school canceled its subscription."

type Subscription = typeof subscriptions.$inferSelect
export type EndedRenewal = Result<void, "not-running" | "provider-unavailable">

/**
 * Ends the renewal. What is paid for lasts to its end; the caller then asks the provider again. One that `isFinal` (the
 * school is to be deleted) is canceled at the provider right away.
 */
export async function endRenewal(
  actor: Actor,
  { isFinal = false, ...why }: Pick<CancellationForm, "reason" | "text"> & { isFinal?: boolean } = {},
): Promise<EndedRenewal> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  const isLeaving = subscription?.status === "cancelled" && !(isFinal && subscription.leavingAt)
  const isOpen = findPaidStatus(actor) === "active"
  // The provider goes on trying for weeks after access has ended.
  if (!subscriptionId || !(isOpen || isFinal)) return { ok: false, reason: "not-running" }
  // Pressed twice.
  if (isLeaving) return { ok: true }
  const canReturn = !isFinal && isHoldable(subscription)
  try {
    if (canReturn) await planSales.suspend(subscriptionId, because)
    else await planSales.cancel(subscriptionId, because)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isEnded = error.issue === "SUBSCRIPTION_STATUS_INVALID"
    if (isFinal && (error.status === 404 || (isEnded && !isOpen))) return { ok: false, reason: "not-running" }
    // Canceled or suspended before, perhaps on the provider's own pages: asking again will say so.
    if (!isEnded) {
      log.warn({ err: error, subscriptionId }, `${platformProvider} did not end a subscription`)
      return { ok: false, reason: "provider-unavailable" }
    }
  }
  transact(() => {
    // One that it had planned is the same one, made final.
    if (subscription.leavingAt === null)
      add(actor, cancellations, {
        id: newId(),
        reason: why.reason ?? null,
        text: why.text || null,
        endsAt: subscription.paidUntil,
        createdAt: now(),
      })
    if (canReturn || isFinal)
      change(
        actor,
        subscriptions,
        own(actor, subscriptions),
        canReturn ? { leavingAt: now(), status: "cancelled", updatedAt: now() } : { leavingAt: null },
      )
    recordEvent(actor, "subscription.end-renewal", subscriptionId)
    if (canReturn && subscription.paidUntil) mailCanceled(actor, subscription.paidUntil, true)
  })
  return { ok: true }
}

/** Whether the provider can hold it until the paid time is over: it runs, and nothing is due. */
const isHoldable = ({ status, graceUntil, paidUntil }: Subscription) =>
  status === "active" && graceUntil === null && (paidUntil ?? 0) > now()

/** Cancels at the provider what it held for a school whose paid time is over; answers how it stands then. */
export async function endIfLeft(actor: Actor, reported: ProviderSubscription): Promise<ProviderSubscription> {
  const subscription = findSubscription(actor)
  const isOver = subscription?.leavingAt && (subscription.paidUntil ?? 0) <= now()
  if (!isOver || reported.status !== "SUSPENDED") return reported
  await planSales.cancel(reported.subscriptionId, because)
  return planSales.show(reported.subscriptionId)
}

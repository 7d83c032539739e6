import { transact } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import { findSubscription } from "./subscription-attempt.server"

/**
 * Tells the provider what our staff decided: a school that is held closed pays nothing, and one that is open again
 * renews. Safe to repeat. One that the school paused or canceled, or whose payment failed, stays as it is there.
 */
export async function holdAtProvider(actor: Actor): Promise<"done" | "unreachable"> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  if (!subscriptionId || subscription.leavingAt !== null) return "done"
  const isHeld = subscription.heldAt !== null
  try {
    const { status, failedPayments } = await planSales.show(subscriptionId)
    if (isHeld && status === "ACTIVE") {
      // Noted first: where the answer is lost, the next try finds it suspended.
      noteHeld(actor, now())
      await planSales.suspend(subscriptionId, "Tutti suspended this account.")
    }
    if (isHeld || subscription.heldAtProvider === null) return "done"
    if (status === "SUSPENDED" && failedPayments === 0)
      await planSales.activate(subscriptionId, "Tutti reopened this account.")
    noteHeld(actor, null)
    return "done"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 404 || error.status === 422) {
      if (!isHeld) noteHeld(actor, null)
      return "done"
    }
    log.warn(
      { err: error, subscriptionId },
      `${platformProvider} could not be told that a school is suspended or open again`,
    )
    return "unreachable"
  }
}

const noteHeld = (actor: Actor, heldAtProvider: number | null) =>
  transact(() => change(actor, subscriptions, own(actor, subscriptions), { heldAtProvider }))

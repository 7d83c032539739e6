import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { platformProvider } from "~/utils/payment-providers"
import { fileCase, settleCases } from "../subscription-case/subscription-case.server"
import { confirmSubscription } from "./confirm-subscription.server"
import { reconcileSubscription } from "./reconcile-subscription.server"
import type { ClientStatus } from "./subscription"
import {
  findNewestAttempt,
  findSubscriptionStatus,
  type SubscriptionAttempt,
} from "./subscription-attempt.server"

export type ActivationState = { isActive: boolean; status: ClientStatus; message: string }

const messages = {
  active: "Your subscription is active.",
  none: `${platformProvider} has no subscription for your school yet. Choose a plan first.`,
  waiting: `${platformProvider} hasn’t confirmed your payment yet. We’ll keep checking, and our team has been notified.`,
  unreachable: `We can’t reach ${platformProvider} right now. We’ll keep checking, and our team has been notified.`,
  mismatch: `${platformProvider} reports a different plan from the one you chose, so we didn’t activate it. Our team is looking into it.`,
  superfluous: `Your school already has an active subscription, so we canceled this one at ${platformProvider}.`,
  ended: `This subscription was canceled at ${platformProvider}. Choose a plan to start again.`,
  unknown: `${platformProvider} has no subscription for your school yet. Choose a plan first.`,
}

/**
 * "I have paid, please look again": asks the provider about the school's newest try and activates only
 * what it reports as paid. Otherwise the case is filed for platform staff. Both ends are in the audit log.
 */
export async function askForActivation(actor: Actor): Promise<ActivationState> {
  const attempt = findNewestAttempt(actor)
  const state = await ask(actor, attempt)
  const status = findSubscriptionStatus(actor)
  const isActive = status === "active"
  transact(() => {
    recordEvent(actor, {
      verb: "ask-activation",
      noun: "subscription",
      nounId: attempt?.providerSubscriptionId ?? "none",
      after: { answer: state, status },
    })
    if (isActive) settleCases(actor, "activation-asked")
    else
      fileCase(actor, "activation-asked", {
        answer: state,
        attempt: attempt?.id ?? null,
        providerSubscriptionId: attempt?.providerSubscriptionId ?? null,
        askedBy: actor.name,
      })
  })
  return { isActive, status, message: messages[isActive ? "active" : state] }
}

async function ask(actor: Actor, attempt: SubscriptionAttempt | undefined) {
  if (findSubscriptionStatus(actor) === "active") return "active"
  if (!attempt) return "none"
  const { state } = await confirmSubscription(actor, { attemptId: attempt.id })
  if (state !== "active" || findSubscriptionStatus(actor) === "active") return state
  // It was active once: how does the provider see it now?
  return (await reconcileSubscription(actor)) === "unreachable" ? "unreachable" : "waiting"
}

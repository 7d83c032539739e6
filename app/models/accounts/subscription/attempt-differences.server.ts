import type { PayPalSubscription } from "~/providers/paypal/subscriptions.server"
import { isSandboxPlan } from "../plan/provider-plan.server"
import type { SubscriptionAttempt } from "./subscription-attempt.server"

/** What the provider reports otherwise than it was asked for; nothing is activated then. Without a payment (a coupon made it nothing) there is no amount to compare. */
export function differencesOf(
  attempt: SubscriptionAttempt,
  reported: PayPalSubscription,
  paid: { amountMinor: number; currency: string } | null,
): string[] {
  const isPriced = paid !== null && !isSandboxPlan(attempt.providerPlanId)
  const wrong = {
    plan: reported.planId !== attempt.providerPlanId,
    "custom id": reported.customId !== attempt.id,
    id: reported.subscriptionId !== attempt.providerSubscriptionId,
    amount: isPriced && paid.amountMinor !== attempt.amountMinor,
    currency: isPriced && paid.currency !== attempt.currency,
  }
  return Object.entries(wrong).flatMap(([fact, differs]) => (differs ? [fact] : []))
}

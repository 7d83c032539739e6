import { transact } from "db/client.server"
import { subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { eq } from "drizzle-orm"
import { isSandboxPlan, planOfProvider } from "~/models/accounts/plan/plan-price.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, changeSchool, platformChange } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { isNoAnswer, type NoAnswer, noAnswerOf, ProviderError } from "~/providers/payment-provider"
import type { ProviderSubscription } from "~/providers/plan-sales"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import { discountEnd } from "../coupon/coupon"
import { findCouponCode } from "../coupon/coupon.server"
import { planCatalogue } from "../plan/plan-catalogue"
import { rereadPlatformPayments } from "../platform-payment/platform-payment.server"
import { fileCase, settleCases } from "../subscription-case/subscription-case.server"
import { reconcileSubscription } from "./reconcile-subscription.server"
import { settleFailure } from "./renewal-failure.server"
import { type ClientStatus, paidStatus } from "./subscription"
import {
  closeAttempt,
  findAttempt,
  findNewestAttempt,
  findSubscription,
  findSubscriptionStatus,
  isAttempt,
  type SubscriptionAttempt,
} from "./subscription-attempt.server"
import { mailOfficeActive, mailPlanChanged, withdrawCancellation } from "./subscription-mail.server"

// A subscription becomes active only when the provider confirms it, with this plan and this price. What a browser
// sends is only a hint which subscription to check.

export type Confirmation =
  | { state: "active"; subscriptionId: string }
  /** Not approved or not paid yet: ask again. */
  | { state: "waiting"; attemptId: string }
  /** The provider cannot be asked right now, about this one or about any. */
  | { state: NoAnswer; attemptId: string }
  /** The provider reports something else than was chosen; nothing is activated, platform staff see it. */
  | { state: "mismatch" }
  /** The school is active by another subscription: this one was ended at the provider, platform staff see it. */
  | { state: "superfluous" }
  /** Ended at the provider before it was ever active here. */
  | { state: "ended" }
  /** Not a subscription of this school. */
  | { state: "unknown" }

/** Asks the provider about the school's try and activates the school if it is paid. Safe to repeat, also at once. */
export async function confirmSubscription(
  actor: Actor,
  hint: { providerSubscriptionId: string } | { attemptId: string },
): Promise<Confirmation> {
  const attempt = findAttempt(actor, hint)
  if (!attempt) {
    const nounId = "attemptId" in hint ? hint.attemptId : hint.providerSubscriptionId
    transact(() => recordEvent(actor, "subscription.refuse", nounId.slice(0, 64)))
    return { state: "unknown" }
  }
  const subscriptionId = attempt.providerSubscriptionId
  if (!subscriptionId) return { state: "waiting", attemptId: attempt.id }
  if (attempt.state === "activated") return { state: "active", subscriptionId }
  try {
    return await settle(actor, attempt, await planSales.show(subscriptionId))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn(
      { err: error, attempt: attempt.id },
      `${platformProvider} could not say how a subscription stands`,
    )
    return { state: noAnswerOf(error), attemptId: attempt.id }
  }
}

async function settle(
  actor: Actor,
  attempt: SubscriptionAttempt,
  reported: ProviderSubscription,
): Promise<Confirmation> {
  const { status, subscriptionId, lastPayment, nextBillingAt } = reported
  const waiting = { state: "waiting", attemptId: attempt.id } as const
  if (status === "APPROVED") notePending(actor)
  if (status === "APPROVAL_PENDING" || status === "APPROVED") return waiting
  if (status !== "ACTIVE") {
    if (lastPayment && isActiveByAnother(actor, attempt, subscriptionId))
      return refuseSurplus(actor, attempt, reported)
    return transact(() => {
      const isClosed = closeAttempt(actor, attempt, "cancelled", { provider: status })
      return isClosed ? { state: "ended" } : decidedBefore(actor, attempt, subscriptionId)
    })
  }
  // With a coupon the first payment may be nothing.
  if (!nextBillingAt || (!lastPayment && attempt.amountMinor > 0)) return waiting
  const differences = differencesOf(attempt, reported, lastPayment)
  if (differences.length > 0) {
    transact(() => refuseMismatch(actor, attempt, differences, reported))
    return { state: "mismatch" }
  }
  if (activate(actor, attempt, subscriptionId, nextBillingAt)) return { state: "active", subscriptionId }
  // The school is active by another subscription: this one would be paid for nothing.
  await endSurplus(subscriptionId)
  return refuseSurplus(actor, attempt, reported)
}

/** Of two at once the second is refused by the provider, and finds the subscription ended. */
async function endSurplus(subscriptionId: string) {
  try {
    await planSales.cancel(subscriptionId, "This school already has an active subscription.")
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if ((await planSales.show(subscriptionId)).status === "ACTIVE") throw error
  }
}

/** Paid while another subscription is active, and ended at the provider: staff see it, the payment is in the books. */
async function refuseSurplus(
  actor: Actor,
  attempt: SubscriptionAttempt,
  reported: ProviderSubscription,
): Promise<Confirmation> {
  const { subscriptionId, lastPaidAt } = reported
  transact(() => refuseMismatch(actor, attempt, ["second subscription"], reported))
  await rereadPlatformPayments(actor, subscriptionId, lastPaidAt ?? 0)
  return { state: "superfluous" }
}

/** What became of a try that someone else decided while the provider was asked. */
function decidedBefore(actor: Actor, { id }: SubscriptionAttempt, subscriptionId: string): Confirmation {
  const state = findAttempt(actor, { attemptId: id })?.state
  if (state === "activated") return { state: "active", subscriptionId }
  return { state: state === "mismatch" ? "mismatch" : "ended" }
}

/** Money may have been taken for something else than was chosen: someone has to look, and perhaps pay it back. */
function refuseMismatch(
  actor: Actor,
  attempt: SubscriptionAttempt,
  differences: string[],
  { planId, lastPayment }: ProviderSubscription,
) {
  if (!closeAttempt(actor, attempt, "mismatch", { differences })) return
  const billed = planId ? planOfProvider(planId) : undefined
  fileCase(actor, "mismatch", {
    differences,
    isSecond: isActiveByAnother(actor, attempt, attempt.providerSubscriptionId ?? ""),
    plan: attempt.plan,
    interval: attempt.interval,
    priceMinor: attempt.amountMinor,
    paidMinor: lastPayment?.amountMinor ?? null,
    currency: lastPayment?.currency ?? attempt.currency,
    reported: billed ? `${planCatalogue[billed.plan].name}, ${billed.interval}` : planId,
    attempt: attempt.id,
    providerSubscriptionId: attempt.providerSubscriptionId,
  })
}

/** The buyer agreed and the provider hasn't decided: the school's page says so, and no second payment begins. */
function notePending(actor: Actor) {
  transact(() =>
    change(actor, subscriptions, eq(subscriptions.status, "pending"), {
      providerStatus: "APPROVED",
      providerAskedAt: now(),
    }),
  )
}

/** Whether the school is paid for by a subscription that this try doesn't replace. */
function isActiveByAnother(actor: Actor, attempt: SubscriptionAttempt, subscriptionId: string): boolean {
  const before = findSubscription(actor)
  const current = before?.providerSubscriptionId
  const takesItsPlace = attempt.replacesSubscriptionId !== null && attempt.replacesSubscriptionId === current
  return paidStatus(before, now()) === "active" && current !== subscriptionId && !takesItsPlace
}

/** False when another subscription is active already. The second of two at once finds the first's work and adds nothing. */
function activate(actor: Actor, attempt: SubscriptionAttempt, subscriptionId: string, paidUntil: number) {
  return transact(() => {
    const before = findSubscription(actor)
    const isOurs = before?.providerSubscriptionId === subscriptionId
    if (isOurs && before.status === "active") return true
    const takesItsPlace =
      attempt.replacesSubscriptionId !== null &&
      attempt.replacesSubscriptionId === before?.providerSubscriptionId
    if (isActiveByAnother(actor, attempt, subscriptionId)) return false
    const { plan, interval, couponId, discountMinor } = attempt
    const discount = { discountMinor, discountUntil: discountEnd(attempt, paidUntil) }
    change(actor, subscriptions, own(actor, subscriptions), {
      plan,
      interval,
      ...discount,
      nextPlan: null,
      nextInterval: null,
      status: "active",
      providerSubscriptionId: subscriptionId,
      paidUntil,
      graceUntil: null,
      leavingAt: null,
      heldAtProvider: null,
      activatedAt: takesItsPlace ? (before?.activatedAt ?? now()) : now(),
      providerStatus: "ACTIVE",
      providerAskedAt: now(),
      updatedAt: now(),
    })
    platformChange(subscriptionAttempts, isAttempt(attempt), { state: "activated", updatedAt: now() })
    // A school that opens for the first time begins with the welcome.
    if (!before?.activatedAt) changeSchool(actor, { welcome: "new" })
    recordEvent(actor, "subscription.activate", subscriptionId, {
      before: {
        status: before?.status,
        ...(takesItsPlace && { plan: before?.plan, interval: before?.interval }),
      },
      after: { status: "active", plan, interval, paidUntil, ...discount },
    })
    const code = couponId === null ? undefined : findCouponCode(couponId)
    if (code) recordEvent(actor, "subscription.use-coupon", subscriptionId, { after: { code, ...discount } })
    if (before?.providerSubscriptionId && !isOurs)
      queueJob({
        kind: "end-replaced-subscription",
        schoolId: actor.school.id,
        payload: { schoolId: actor.school.id, subscriptionId: before.providerSubscriptionId },
        uniqueKey: `end-replaced-subscription:${before.providerSubscriptionId}`,
      })
    // The payment itself is read from the provider's list, outside this transaction.
    queueJob({
      kind: "reconcile-subscription",
      schoolId: actor.school.id,
      payload: { schoolId: actor.school.id },
      uniqueKey: `reconcile-subscription:${actor.school.id}`,
    })
    settleFailure(actor, "recovered", paidUntil)
    settleCases(actor, "activation-asked", { how: `paid at ${platformProvider}` })
    if (attempt.state === "mismatch") settleCases(actor, "mismatch", { how: "repaired by a check" })
    if (takesItsPlace && before?.leavingAt) withdrawCancellation(actor, before.activatedAt)
    if (takesItsPlace) mailPlanChanged(actor, attempt, null)
    else mailOfficeActive(actor, attempt, { paidUntil, ...discount })
    return true
  })
}

/** What the provider reports otherwise than it was asked for; nothing is activated then. Without a payment (a coupon made it nothing) there is no amount to compare. */
function differencesOf(
  attempt: SubscriptionAttempt,
  reported: ProviderSubscription,
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

export type ActivationState = { isActive: boolean; status: ClientStatus; message: string }

const unanswered = `We can’t reach ${platformProvider} right now. We’ll keep checking, and our team has been notified.`

const messages = {
  active: "Your subscription is active.",
  none: `${platformProvider} has no subscription for your school yet. Choose a plan first.`,
  waiting: `${platformProvider} hasn’t confirmed your payment yet. We’ll keep checking, and our team has been notified.`,
  unreachable: unanswered,
  unanswered,
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
    recordEvent(actor, "subscription.ask-activation", attempt?.providerSubscriptionId ?? "none", {
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
  return isNoAnswer(await reconcileSubscription(actor)) ? "unreachable" : "waiting"
}

import { transact } from "db/client.server"
import { providerPlanOf } from "~/models/accounts/plan/plan-price.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import type { CouponProblem } from "~/texts/accounts/refusals"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { discountedPlan, discountFor, tryCode } from "../coupon/coupon.server"
import { isPlanFor, type PlanInterval, type PlanKey } from "../plan/plan-catalogue"
import {
  type AttemptTerms,
  closeAttempt,
  findNewestAttempt,
  findPaidStatus,
  findSubscription,
  openAttempt,
  recordApproving,
  type SubscriptionAttempt,
} from "./subscription-attempt.server"

export type StartedSubscription =
  | { ok: true; attemptId: string; subscriptionId: string; approveUrl: string }
  /** `already-approved`: this try has been approved in another tab; confirm it instead. */
  | { ok: false; reason: "already-approved"; attemptId: string }
  | { ok: false; reason: "held" | "already-active" | "plan-not-offered" | "provider-unavailable" }
  | { ok: false; reason: "code"; problem: CouponProblem }

/**
 * Asks the provider for a subscription to the plan, at our price less what the code takes off, and answers where the buyer approves it.
 * Nothing is active or paid by this. When the provider fails, trying again repeats the same request and makes no
 * second subscription. The ways back say whether the buyer came to upgrade.
 */
export async function startSubscription(
  actor: Actor,
  {
    plan,
    interval,
    code,
    isUpgrade = false,
  }: { plan: PlanKey; interval: PlanInterval; code?: string | undefined; isUpgrade?: boolean },
): Promise<StartedSubscription> {
  if (!isPlanFor(plan, actor.school.kind)) return { ok: false, reason: "plan-not-offered" }
  if (findSubscription(actor)?.heldAt) return { ok: false, reason: "held" }
  if (findPaidStatus(actor) === "active") return { ok: false, reason: "already-active" }
  const pending = findPendingAttempt(actor)
  if (pending) return { ok: false, reason: "already-approved", attemptId: pending.id }
  const ask = async (): Promise<StartedSubscription | undefined> => {
    const opened = await openWithCode(actor, { plan, interval, code })
    if (!opened.ok)
      return opened.reason === "provider-unavailable"
        ? { ok: false, reason: opened.reason }
        : { ok: false, reason: "code", problem: opened.reason }
    const { attempt } = opened
    const way = { attempt: attempt.id, upgrade: isUpgrade ? ("true" as const) : undefined }
    return askProvider(actor, attempt, {
      returnUrl: `${env().APP_URL}${paths.selectPlanReturn(way)}`,
      cancelUrl: `${env().APP_URL}${paths.selectPlanCancelled(way)}`,
    })
  }
  return (await ask()) ?? (await ask()) ?? { ok: false, reason: "provider-unavailable" }
}

/** The try that the buyer approved and the provider hasn't decided: another one could be paid twice. */
function findPendingAttempt(actor: Actor): SubscriptionAttempt | undefined {
  const subscription = findSubscription(actor)
  if (subscription?.status !== "pending" || subscription.providerStatus !== "APPROVED") return undefined
  const newest = findNewestAttempt(actor)
  return newest?.state === "approving" ? newest : undefined
}

/** Undefined when this try has come to an end at the provider, so that a new one is needed. */
export async function askProvider(
  actor: Actor,
  attempt: SubscriptionAttempt,
  back: { returnUrl: string; cancelUrl: string },
): Promise<StartedSubscription | undefined> {
  try {
    const { subscriptionId, status, approveUrl } = await planSales.create({
      requestId: attempt.id,
      customId: attempt.id,
      planId: attempt.providerPlanId,
      ...back,
      ...(attempt.startsAt !== null && {
        later: { startsAt: attempt.startsAt, feeMinor: attempt.amountMinor, currency: attempt.currency },
      }),
    })
    const isOpen = recordApproving(attempt, subscriptionId)
    if (status === "APPROVAL_PENDING" && approveUrl && isOpen)
      return { ok: true, attemptId: attempt.id, subscriptionId, approveUrl }
    if (status === "APPROVED" || status === "ACTIVE")
      return { ok: false, reason: "already-approved", attemptId: attempt.id }
    if (status === "APPROVAL_PENDING") return { ok: false, reason: "provider-unavailable" }
    transact(() => closeAttempt(actor, attempt, "cancelled", { provider: status }))
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, attempt: attempt.id }, `${platformProvider} did not start a subscription`)
    return { ok: false, reason: "provider-unavailable" }
  }
}

export type OpenedAttempt = Result<{ attempt: SubscriptionAttempt }, CouponProblem | "provider-unavailable">

/**
 * Opens a try to subscribe with the code typed, if any. The code is looked at before the provider is asked for its plan,
 * and again in the transaction that takes a use of it: of two at once who take the last, one gets it.
 */
export async function openWithCode(
  actor: Actor,
  {
    plan,
    interval,
    code,
    replacing,
  }: { plan: PlanKey; interval: PlanInterval; code: string | undefined } & Pick<AttemptTerms, "replacing">,
): Promise<OpenedAttempt> {
  const choice = { plan, interval }
  const found = await tryCode(actor, code ?? "", choice)
  if (!found.ok) return found
  const { couponId } = found
  try {
    const providerPlanId =
      couponId === null
        ? providerPlanOf(plan, interval)
        : await discountedPlan(choice, { ...found, couponId })
    return transact((): OpenedAttempt => {
      const discount = discountFor(actor, code, choice)
      if (!discount.ok) return discount
      const terms = { ...choice, providerPlanId, discount, ...(replacing && { replacing }) }
      return { ok: true, attempt: openAttempt(actor, terms) }
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, couponId }, `${platformProvider} did not make a plan for a coupon`)
    return { ok: false, reason: "provider-unavailable" }
  }
}

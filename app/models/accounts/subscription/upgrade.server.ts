import { subscriptionAttempts, type subscriptions } from "db/schema/accounts-subscriptions"
import { and, desc, inArray, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import type { CouponProblem } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import type { PlanInterval, PlanKey } from "../plan/plan-catalogue"
import { priceOf } from "../plan/plan-price.server"
import { upgradeCharge } from "./plan-steps"
import { askProvider, openWithCode } from "./start-subscription.server"
import { cancelAttempt, type SubscriptionAttempt } from "./subscription-attempt.server"

// Moving up to a plan that allows more. The provider doesn't prorate a change of plan: revised, the larger plan would
// be used for up to a year before anything is paid. So the larger plan is a subscription of its own: the difference for
// the rest of the paid period is due when the buyer agrees (its setup fee), its periods begin when what is paid for
// ends, and the old one ends once the provider confirms the payment. Until then nothing changes. A coupon takes nothing
// off the difference, but off the periods that follow it.

type Subscription = typeof subscriptions.$inferSelect
type Choice = { plan: PlanKey; interval: PlanInterval }

const day = 86_400_000

export type StartedUpgrade =
  | Result<{ approveUrl: string | null }, "renews-today" | "provider-unavailable">
  | { ok: false; reason: "code"; problem: CouponProblem }

/** What is due today for a larger plan, and until when that is paid; null where it can't be said. Minor units of USD. */
export function findUpgradeCharge(
  { plan, interval, paidUntil }: Pick<Subscription, "plan" | "interval" | "paidUntil">,
  newPlan: PlanKey,
): { amountMinor: number; paidUntil: number } | null {
  if (!plan || !interval || paidUntil === null) return null
  const amountMinor = upgradeCharge(
    {
      currentMinor: priceOf(plan, interval).amountMinor,
      wantedMinor: priceOf(newPlan, interval).amountMinor,
    },
    { interval, paidUntil, at: now() },
  )
  return { amountMinor, paidUntil }
}

/** Asks the provider for the larger plan; the buyer agrees and pays the difference at `approveUrl`. */
export async function startUpgrade(
  actor: Actor,
  subscription: Subscription,
  { plan, interval, code }: Choice & { code?: string | undefined },
): Promise<StartedUpgrade> {
  const charge = findUpgradeCharge(subscription, plan)
  // On the last day the old subscription could renew while the buyer is still deciding.
  if (!charge || charge.amountMinor === 0 || charge.paidUntil - now() < day)
    return { ok: false, reason: "renews-today" }
  const upgrade = {
    replacesSubscriptionId: subscription.providerSubscriptionId,
    startsAt: charge.paidUntil,
    amountMinor: charge.amountMinor,
  }
  for (let tries = 0; tries < 2; tries += 1) {
    const opened = await openWithCode(actor, { plan, interval, code, replacing: upgrade })
    if (!opened.ok)
      return opened.reason === "provider-unavailable"
        ? { ok: false, reason: opened.reason }
        : { ok: false, reason: "code", problem: opened.reason }
    const { attempt } = opened
    const back = (cancelled?: "1") =>
      `${env().APP_URL}${paths.subscriptionReturn({ attempt: attempt.id, cancelled })}`
    const started = await askProvider(actor, attempt, { returnUrl: back(), cancelUrl: back("1") })
    if (started?.ok) return { ok: true, approveUrl: started.approveUrl }
    // Agreed to in another tab: the way back confirms it.
    if (started?.reason === "already-approved")
      return { ok: true, approveUrl: paths.subscriptionReturn({ attempt: attempt.id }) }
    if (started) break
  }
  return { ok: false, reason: "provider-unavailable" }
}

/** The upgrade the buyer was sent to the provider for, and that isn't confirmed. */
export function findOpenUpgrade(actor: Actor): SubscriptionAttempt | undefined {
  return ownRows(actor, subscriptionAttempts)
    .where(
      and(
        inArray(subscriptionAttempts.state, ["approving"]),
        isNotNull(subscriptionAttempts.replacesSubscriptionId),
      ),
    )
    .orderBy(desc(subscriptionAttempts.createdAt))
    .limit(1)
    .get()
}

/** Forgets it. Should the provider report it paid later on, that still counts. */
export function dropOpenUpgrade(actor: Actor) {
  for (let open = findOpenUpgrade(actor); open; open = findOpenUpgrade(actor))
    cancelAttempt(actor, open.id, "cancelled")
}

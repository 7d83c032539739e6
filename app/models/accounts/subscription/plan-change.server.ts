import { transact } from "db/client.server"
import { planChanges } from "db/schema/accounts-subscriptions"
import { and, desc, eq, gt, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addRow, change, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import type { CouponProblem } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import { isPlanFor, type PlanInterval, type PlanKey } from "../plan/plan-catalogue"
import { priceOf } from "../plan/plan-price.server"
import { overLimits, raisesLimits } from "./plan-steps"
import { findPlanUsage } from "./plan-usage.server"
import { openUntil, standingKindOf } from "./subscription"
import { findSubscription } from "./subscription-attempt.server"
import { dropOpenUpgrade, findOpenUpgrade, startUpgrade } from "./upgrade.server"

// Moving a running subscription to another plan. The provider does it; our row follows its word
// (reconcile-subscription). A larger plan is paid at once (upgrade.server). A smaller plan or another period begins when
// what is paid for ends, and its limits hold for adding from the moment it is agreed; it must have room for everything
// there is.

type PlanChange = typeof planChanges.$inferSelect
type Choice = { plan: PlanKey; interval: PlanInterval }

/** The provider keeps a request id for 72 hours; a later wish is a new one. */
const reusableMs = 3_600_000

export type StartedPlanChange =
  | Result<
      { approveUrl: string | null },
      "not-running" | "plan-not-offered" | "same-plan" | "renews-today" | "provider-unavailable"
    >
  | { ok: false; reason: "over-limits"; text: string }
  | { ok: false; reason: "code"; problem: CouponProblem }

/**
 * Asks the provider for the other plan; the buyer agrees at `approveUrl`. Until then the plan stays what it is. A plan that
 * is too small for what the school has is refused.
 */
export async function startPlanChange(
  actor: Actor,
  choice: Choice & { code?: string | undefined },
): Promise<StartedPlanChange> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  if (!isPlanFor(choice.plan, actor.school.kind)) return { ok: false, reason: "plan-not-offered" }
  if (!subscriptionId || subscription.status !== "active") return { ok: false, reason: "not-running" }
  const billed = {
    plan: subscription.nextPlan ?? subscription.plan,
    interval: subscription.nextInterval ?? subscription.interval,
  }
  if (billed.plan === choice.plan && billed.interval === choice.interval)
    return { ok: false, reason: "same-plan" }
  if (subscription.plan && raisesLimits(subscription.plan, choice.plan))
    return startUpgrade(actor, subscription, choice)
  if (choice.code) return { ok: false, reason: "code", problem: "larger-plan-only" }
  const over = overLimits(choice.plan, findPlanUsage(actor))
  if (over && choice.plan !== subscription.plan) return { ok: false, reason: "over-limits", text: over }
  const change = openChange(actor, choice, subscriptionId)
  const absolute = (path: string) => `${env().APP_URL}${path}`
  try {
    const { approveUrl } = await planSales.revise(subscriptionId, {
      requestId: change.id,
      planId: change.providerPlanId,
      returnUrl: absolute(paths.subscriptionReturn()),
      cancelUrl: absolute(paths.subscriptionReturn({ cancelled: "1" })),
    })
    return { ok: true, approveUrl }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, change: change.id }, `${platformProvider} did not start a plan change`)
    return { ok: false, reason: "provider-unavailable" }
  }
}

function openChange(actor: Actor, { plan, interval }: Choice, providerSubscriptionId: string): PlanChange {
  return transact(() => {
    const { providerPlanId } = priceOf(plan, interval)
    const recent = ownRows(actor, planChanges)
      .where(
        and(
          eq(planChanges.providerSubscriptionId, providerSubscriptionId),
          eq(planChanges.state, "approving"),
          gt(planChanges.createdAt, now() - reusableMs),
        ),
      )
      .orderBy(desc(planChanges.createdAt))
      .limit(1)
      .get()
    if (recent?.providerPlanId === providerPlanId) return recent
    dropOpenChanges(actor)
    const change = addRow(actor, planChanges, {
      id: newId(),
      plan,
      interval,
      providerPlanId,
      providerSubscriptionId,
      state: "approving",
      updatedAt: now(),
    })
    recordEvent(actor, "subscription.ask-plan-change", providerSubscriptionId, { after: { plan, interval } })
    return change
  })
}

/** The wish the buyer has not agreed to yet, or whose agreement the provider does not show yet. */
export function findOpenChange(actor: Actor): Choice | undefined {
  const upgrade = findOpenUpgrade(actor)
  if (upgrade) return upgrade
  return ownRows(actor, planChanges)
    .where(eq(planChanges.state, "approving"))
    .orderBy(desc(planChanges.createdAt))
    .limit(1)
    .get()
}

/** Forgets wishes the buyer has not agreed to. Should the provider report one agreed to later, that still counts. */
export function dropOpenChanges(actor: Actor) {
  dropOpenUpgrade(actor)
  change(actor, planChanges, eq(planChanges.state, "approving"), { state: "cancelled", updatedAt: now() })
}

/** The provider bills this plan now: the wish for it is done, in the caller's transaction. */
export function finishPlanChanges(actor: Actor, providerSubscriptionId: string, providerPlanId: string) {
  change(
    actor,
    planChanges,
    and(
      eq(planChanges.providerSubscriptionId, providerSubscriptionId),
      eq(planChanges.providerPlanId, providerPlanId),
      ne(planChanges.state, "done"),
    ),
    { state: "done", updatedAt: now() },
  )
}

/** Why a school is closed: our staff hold it, or its plan ended; undefined for one that is open, or isn't paid yet. */
export function whyClosed(actor: Actor): "held" | "expired" | undefined {
  const kind = standingKindOf(findSubscription(actor), now())
  return kind === "held" || kind === "expired" ? kind : undefined
}

/** When the school's plan ended, its day as text, or null when no day is known; null for a school whose plan hasn't. */
export function findPlanEnd(actor: Actor): { on: string | null } | null {
  const subscription = findSubscription(actor)
  if (!subscription || standingKindOf(subscription, now()) !== "expired") return null
  const at = openUntil(subscription)
  return { on: at > 0 && at <= now() ? formatDate(localDate(at, actor.school.timeZone), "medium") : null }
}

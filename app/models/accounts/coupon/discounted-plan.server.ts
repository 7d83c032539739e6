import { subscriptionAttempts } from "db/schema/accounts-subscriptions"
import { and, desc, eq, isNotNull, ne } from "drizzle-orm"
import { priceOf, providerPlanOf } from "~/models/accounts/plan/plan-price.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { planSales } from "~/providers/platform-provider.server"
import { type PlanInterval, type PlanKey, planCatalogue } from "../plan/plan-catalogue"
import { type Discount, findCouponCode } from "./coupon.server"

// How a coupon reaches the provider. The one rule: what a coupon takes off is part of what the buyer agrees to, as
// discounted trial cycles of a plan of its own; nothing is changed about a subscription that runs, since the provider
// has no way to lower the next payments of one and raise them again without asking the buyer. So a code works with a
// new subscription and with a larger plan, which is a new one too. (Account credit, for subscriptions that run, goes
// back after each payment: school-credit.server.)

type Choice = { plan: PlanKey; interval: PlanInterval }

/** The provider's plan with this discount: one that was made before, else a new one. Throws a ProviderError. */
export async function discountedPlan(
  { plan, interval }: Choice,
  { couponId, discountMinor, discountPeriods }: Discount & { couponId: string },
): Promise<string> {
  const regularMinor = priceOf(plan, interval).amountMinor
  const before = select({ planId: subscriptionAttempts.providerPlanId })
    .from(subscriptionAttempts)
    .where(
      and(
        eq(subscriptionAttempts.couponId, couponId),
        eq(subscriptionAttempts.plan, plan),
        eq(subscriptionAttempts.interval, interval),
        eq(subscriptionAttempts.discountMinor, discountMinor),
        eq(subscriptionAttempts.discountPeriods, discountPeriods),
        // A try without an upgrade says what the plan cost when it was made.
        eq(subscriptionAttempts.amountMinor, regularMinor - discountMinor),
        ne(subscriptionAttempts.state, "mismatch"),
      ),
    )
    .orderBy(desc(subscriptionAttempts.createdAt))
    .limit(1)
    .get()
  if (before) return before.planId
  return planSales.createDiscountedPlan({
    requestId: `coupon-${couponId}-${plan}-${interval}-${regularMinor}-${discountMinor}`,
    likePlanId: providerPlanOf(plan, interval),
    name: `${planCatalogue[plan].name}, ${interval}, ${findCouponCode(couponId) ?? "coupon"}`,
    interval,
    firstMinor: regularMinor - discountMinor,
    periods: discountPeriods,
    regularMinor,
    currency: "USD",
  })
}

/** Which plan and period a discounted plan is of, as this school subscribed to it; undefined for any other plan. */
export function planOfDiscounted(actor: Actor, providerPlanId: string): Choice | undefined {
  return select({ plan: subscriptionAttempts.plan, interval: subscriptionAttempts.interval })
    .from(subscriptionAttempts)
    .where(
      and(
        own(actor, subscriptionAttempts),
        eq(subscriptionAttempts.providerPlanId, providerPlanId),
        isNotNull(subscriptionAttempts.couponId),
      ),
    )
    .limit(1)
    .get()
}

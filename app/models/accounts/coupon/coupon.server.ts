import { coupons } from "db/schema/accounts-coupons"
import { subscriptionAttempts } from "db/schema/accounts-subscriptions"
import { and, count, desc, eq, gt, inArray, isNotNull, ne, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { planSales } from "~/providers/platform-provider.server"
import type { CouponProblem } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import {
  type PlanInterval,
  type PlanKey,
  planCatalogue,
  planIntervals,
  planKeys,
} from "../plan/plan-catalogue"
import { platformMoney, priceOf, providerPlanOf } from "../plan/plan-price.server"
import { type CouponTerms, codeOf, discountedPeriods, discountOf, periodsAfter, problemOf } from "./coupon"

// A school's use of a coupon. A use is the try to subscribe that was made with it: one that was paid counts for good, one
// that is open for a day, so that the last use can't be taken twice and isn't lost to someone who never pays.

const heldMs = 86_400_000

type CouponRow = typeof coupons.$inferSelect
type Choice = { plan: PlanKey; interval: PlanInterval }

/** What a try to subscribe is made with; without a coupon nothing is taken off. */
export type Discount = { couponId: string | null; discountMinor: number; discountPeriods: number }
export const noDiscount: Discount = { couponId: null, discountMinor: 0, discountPeriods: 0 }

export const termsOf = ({ plans, ...row }: CouponRow): CouponTerms => ({
  ...row,
  plans: planKeys.filter((key) => plans.split(",").includes(key)),
})

const findByCode = (code: string): CouponRow | undefined =>
  select()
    .from(coupons)
    .where(eq(coupons.code, codeOf(code)))
    .get()

/** What counts as a use. */
const isUse = () =>
  or(
    eq(subscriptionAttempts.state, "activated"),
    and(
      inArray(subscriptionAttempts.state, ["created", "approving"]),
      gt(subscriptionAttempts.createdAt, now() - heldMs),
    ),
  )

/** The uses by other schools; a school's own open try is taken up again or replaced. */
const countUses = (actor: Actor, couponId: string): number =>
  select({ n: count() })
    .from(subscriptionAttempts)
    .where(
      and(
        eq(subscriptionAttempts.couponId, couponId),
        ne(subscriptionAttempts.schoolId, actor.school.id),
        isUse(),
      ),
    )
    .get()?.n ?? 0

const isUsedBy = (actor: Actor, couponId: string): boolean =>
  ownRows(actor, subscriptionAttempts, { n: count() })
    .where(and(eq(subscriptionAttempts.couponId, couponId), eq(subscriptionAttempts.state, "activated")))
    .get()?.n !== 0

/** What the code takes off this plan; in the transaction that opens the try, it is what is agreed. */
export function discountFor(
  actor: Actor,
  code: string | undefined,
  { plan, interval }: Choice,
): Result<Discount, CouponProblem> {
  if (!code || codeOf(code) === "") return { ok: true, ...noDiscount }
  const coupon = findByCode(code)
  if (!coupon) return { ok: false, reason: "unknown" }
  const problem = problemOf(termsOf(coupon), {
    plan,
    interval,
    at: now(),
    uses: countUses(actor, coupon.id),
    isUsedBySchool: isUsedBy(actor, coupon.id),
  })
  if (problem) return { ok: false, reason: problem }
  return {
    ok: true,
    couponId: coupon.id,
    discountMinor: discountOf(coupon, priceOf(plan, interval).amountMinor),
    discountPeriods: discountedPeriods(coupon),
  }
}

/** The same for a code that someone just typed: guessing codes is slowed down. */
export async function tryCode(
  actor: Actor,
  code: string,
  choice: Choice,
): Promise<Result<Discount, CouponProblem>> {
  const found = discountFor(actor, code, choice)
  if (found.ok || found.reason !== "unknown") return found
  return (await countTry("coupon-code", actor.school.id)) > 0
    ? { ok: false, reason: "too-many-tries" }
    : found
}

/** The code of a coupon by its id. */
export const findCouponCode = (couponId: string): string | undefined =>
  select({ code: coupons.code }).from(coupons).where(eq(coupons.id, couponId)).get()?.code

// What a school pays now and later with a code, in sentences: one for each plan and period it works with.

export type Quote = { code: string; lines: string[] }

/**
 * Of a new subscription; or, with `upgradeOf`, of a larger plan: what is due today and from when on its own periods
 * begin. With none to quote, the first problem found.
 */
export async function quoteCode(
  actor: Actor,
  code: string,
  {
    plans,
    upgradeOf,
  }: {
    plans: readonly PlanKey[]
    upgradeOf?: (plan: PlanKey) => { amountMinor: number; paidUntil: number } | null
  },
): Promise<Result<Quote, CouponProblem>> {
  const lines: string[] = []
  let problem: CouponProblem | undefined
  for (const plan of plans)
    for (const interval of planIntervals) {
      const due = upgradeOf?.(plan)
      if (due === null) continue
      const found = await tryCode(actor, code, { plan, interval })
      if (found.ok) lines.push(lineOf(actor, { plan, interval }, found, due))
      // Asking again about a code we don't know would count as another guess.
      else if (found.reason === "unknown" || found.reason === "too-many-tries") return found
      else problem ??= found.reason
    }
  return lines.length > 0
    ? { ok: true, code: codeOf(code), lines }
    : { ok: false, reason: problem ?? "larger-plan-only" }
}

function lineOf(
  actor: Actor,
  { plan, interval }: Choice,
  { discountMinor, discountPeriods }: Discount,
  due: { amountMinor: number; paidUntil: number } | undefined,
): string {
  const usd = (amountMinor: number) => (amountMinor === 0 ? "nothing" : platformMoney(amountMinor))
  const dayOf = (at: number) => formatDate(localDate(at, actor.school.timeZone), "full")
  const priceMinor = priceOf(plan, interval).amountMinor
  const start = due?.paidUntil ?? now()
  const later = `${platformMoney(priceMinor)} a ${interval === "yearly" ? "year" : "month"} from ${dayOf(periodsAfter(start, interval, discountPeriods))}`
  const name = `${planCatalogue[plan].name}, ${interval}`
  const lowered = usd(priceMinor - discountMinor)
  const more =
    discountPeriods > 2
      ? ` and for each of the next ${discountPeriods - 1} payments`
      : discountPeriods === 2
        ? " and for the payment after it"
        : ""
  const first = due ? `${usd(due.amountMinor)} today, ${lowered} on ${dayOf(start)}` : `${lowered} today`
  return `${name}: ${first}${more}, then ${later}.`
}

// How a coupon reaches the provider. The one rule: what a coupon takes off is part of what the buyer agrees to, as
// discounted trial cycles of a plan of its own; nothing is changed about a subscription that runs, since the provider
// has no way to lower the next payments of one and raise them again without asking the buyer. So a code works with a
// new subscription and with a larger plan, which is a new one too. (Account credit, for subscriptions that run, goes
// back after each payment: school-credit.server.)

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
  return ownRows(actor, subscriptionAttempts, ["plan", "interval"])
    .where(
      and(eq(subscriptionAttempts.providerPlanId, providerPlanId), isNotNull(subscriptionAttempts.couponId)),
    )
    .limit(1)
    .get()
}

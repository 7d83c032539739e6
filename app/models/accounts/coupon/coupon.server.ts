import { coupons } from "db/schema/accounts-coupons"
import { subscriptionAttempts } from "db/schema/accounts-subscriptions"
import { and, count, eq, gt, inArray, ne, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import type { CouponProblem } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { type PlanInterval, type PlanKey, planKeys } from "../plan/plan-catalogue"
import { priceOf } from "../plan/plan-price.server"
import { type CouponTerms, codeOf, discountedPeriods, discountOf, problemOf } from "./coupon"

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
  select({ n: count() })
    .from(subscriptionAttempts)
    .where(
      and(
        own(actor, subscriptionAttempts),
        eq(subscriptionAttempts.couponId, couponId),
        eq(subscriptionAttempts.state, "activated"),
      ),
    )
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

import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { coupons } from "db/schema/accounts-coupons"
import { subscriptionAttempts } from "db/schema/accounts-subscriptions"
import { and, count, desc, eq, isNull, sql } from "drizzle-orm"
import { termsOf } from "~/models/accounts/coupon/coupon.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformAdd, platformChangeRows, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { instantOf } from "~/utils/zones"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import type { CouponForm } from "./coupon-form"

// The coupons that our staff make. One is never changed afterward, since schools have agreed to payments with it; it is
// stopped, and another made.

export const couponsPerPage = 25

/** A page of them, newest first, with how many schools paid with each. */
export function listCoupons(_staff: SuperActor, page: number) {
  const rows = select({
    coupon: coupons,
    by: users.name,
    uses: sql<number>`(select count(*) from ${subscriptionAttempts}
        where ${subscriptionAttempts.couponId} = ${coupons.id} and ${subscriptionAttempts.state} = 'activated')`,
  })
    .from(coupons)
    .leftJoin(users, eq(users.id, coupons.createdBy))
    .orderBy(desc(coupons.createdAt), desc(coupons.id))
    .limit(couponsPerPage)
    .offset((page - 1) * couponsPerPage)
    .all()
    .map(({ coupon, by, uses }) => ({
      ...termsOf(coupon),
      id: coupon.id,
      code: coupon.code,
      by,
      uses,
      createdAt: coupon.createdAt,
    }))
  return { rows, total: select({ n: count() }).from(coupons).get()?.n ?? 0 }
}

/** Makes it, once for a `key`. `validUntil` is the last day, in UTC. */
export function makeCoupon(
  staff: SuperActor,
  { key, code, percentOff, amountOffMinor, months, plans, validUntil, mostUses }: CouponForm,
): Result<{ code: string }, "taken" | "past-date"> {
  const until = validUntil ? instantOf(validUntil, "23:59", "UTC") : null
  return transact(() => {
    const known = select().from(coupons).where(eq(coupons.id, key)).get()
    if (known) return { ok: true, code: known.code }
    if (until !== null && until < now()) return { ok: false, reason: "past-date" }
    const taken = select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code)).get()
    if (taken) return { ok: false, reason: "taken" }
    platformAdd(coupons, {
      id: key,
      code,
      percentOff,
      amountOffMinor,
      months: months ?? null,
      plans: plans.join(","),
      validUntil: until,
      mostUses: mostUses ?? null,
      createdBy: staff.userId,
      createdAt: now(),
    })
    recordPlatformAct(staff, { verb: "make-coupon", about: code })
    return { ok: true, code }
  })
}

/** No one can use it from now on; what was agreed to with it goes on. False when it was stopped already. */
export function endCoupon(staff: SuperActor, couponId: string): boolean {
  return transact(() => {
    const [ended] = platformChangeRows(coupons, and(eq(coupons.id, couponId), isNull(coupons.endedAt)), {
      endedAt: now(),
    })
    if (!ended) return false
    recordPlatformAct(staff, { verb: "end-coupon", about: ended.code })
    return true
  })
}

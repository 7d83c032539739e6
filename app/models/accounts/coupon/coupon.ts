import type { CouponProblem } from "~/texts/accounts/refusals"
import type { PlanInterval, PlanKey } from "../plan/plan-catalogue"

// What a coupon takes off a school's first payments to us, and when it can't be used. Amounts in minor units of USD,
// instants in UTC ms.

export type CouponTerms = {
  /** Either whole percent or an amount. */
  percentOff: number | null
  amountOffMinor: number | null
  /** Off how many monthly payments; null: off the first payment, monthly or yearly. */
  months: number | null
  /** Empty: every plan. */
  plans: readonly PlanKey[]
  validUntil: number | null
  mostUses: number | null
  endedAt: number | null
}

/** A code as it is compared: capitals, no blanks. */
export const codeOf = (typed: string): string => typed.replace(/\s/g, "").toUpperCase()

/** What it takes off one payment: never more than the payment. */
export function discountOf(
  { percentOff, amountOffMinor }: Pick<CouponTerms, "percentOff" | "amountOffMinor">,
  priceMinor: number,
): number {
  const off = percentOff === null ? (amountOffMinor ?? 0) : Math.round((priceMinor * percentOff) / 100)
  return Math.min(off, priceMinor)
}

/** Off how many payments. */
export const discountedPeriods = ({ months }: Pick<CouponTerms, "months">): number => months ?? 1

/** Why it can't be used for a plan and period; undefined when it can. `uses` are those of all schools. */
export function problemOf(
  coupon: CouponTerms,
  {
    plan,
    interval,
    at,
    uses,
    isUsedBySchool,
  }: { plan: PlanKey; interval: PlanInterval; at: number; uses: number; isUsedBySchool: boolean },
): CouponProblem | undefined {
  if (coupon.endedAt !== null || (coupon.validUntil !== null && coupon.validUntil <= at)) return "expired"
  if (isUsedBySchool) return "used-by-you"
  if (coupon.mostUses !== null && uses >= coupon.mostUses) return "used-up"
  if (coupon.plans.length > 0 && !coupon.plans.includes(plan)) return "other-plan"
  if (coupon.months !== null && interval === "yearly") return "monthly-only"
  return undefined
}

/** The instant so many periods after another, on the last day of a month that is too short. */
export function periodsAfter(at: number, interval: PlanInterval, periods: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + periods * (interval === "yearly" ? 12 : 1))
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}

/** From when on payments are the plan's own price: a new subscription has made its first, an upgrade begins with `startsAt`. */
export const discountEnd = (
  {
    interval,
    discountMinor,
    discountPeriods,
    startsAt,
  }: { interval: PlanInterval; discountMinor: number; discountPeriods: number; startsAt: number | null },
  nextBillingAt: number,
): number | null =>
  discountMinor === 0
    ? null
    : periodsAfter(nextBillingAt, interval, startsAt === null ? discountPeriods - 1 : discountPeriods)

const day = 86_400_000

/** What is taken off a payment that is due at an instant; the provider's due dates may differ by hours from ours. */
export const discountAt = (
  { discountMinor, discountUntil }: { discountMinor: number; discountUntil: number | null },
  dueAt: number,
): number => (discountUntil !== null && dueAt < discountUntil - day / 2 ? discountMinor : 0)

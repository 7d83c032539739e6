import type { PlanInterval, PlanKey } from "~/models/accounts/plan/plan-catalogue"

// How the platform grows, counted from one line per school: how many registered, paid and use it, how many of those who
// paid in a month are still there, and what comes in every month. Pure; instants are UTC ms, months `YYYY-MM` in UTC.

export type GrowthSchool = {
  id: string
  /** Null when only a stub is left: the registration was taken back, or the school deleted. */
  name: string | null
  kind: "school" | "solo"
  registeredAt: number
  activatedAt: number | null
  /** When it stopped being open; null while it is. */
  endedAt: number | null
  /** Between which instants it was closed before it came back. */
  gaps?: readonly { from: number; to: number }[]
  /** Whether it renews automatically. */
  isRenewing: boolean
  plan: PlanKey | null
  interval: PlanInterval | null
  /** What its plan costs in each of its periods; 0 without one. */
  priceMinor: number
  /** What a coupon takes off each of its payments now. */
  discountMinor?: number
  /** Whether a register was taken within the last thirty days. */
  isUsed: boolean
}

/** What a figure of the page opens: the schools it counted. */
export const growthShows = ["registered", "left", "paid", "used", "renewing", "cohort"] as const
export type GrowthShow = (typeof growthShows)[number]

export const monthAt = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** The months from so many back up to the one `at` is in, oldest first. */
export function monthsUpTo(at: number, count: number): string[] {
  const date = new Date(at)
  return Array.from({ length: count }, (_, index) =>
    monthAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count + 1 + index, 1)),
  )
}

/** The instant a month is over. */
const endOf = (month: string): number => {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return Date.UTC(year, number, 1)
}

/** The schools behind a figure; a month narrows registrations by when they registered, and payers by when they paid first. */
export function schoolsBehind(
  all: readonly GrowthSchool[],
  show: GrowthShow,
  months: readonly string[],
): GrowthSchool[] {
  const registered = all.filter(({ registeredAt }) => months.includes(monthAt(registeredAt)))
  switch (show) {
    case "registered":
      return registered
    case "left":
      return registered.filter(({ name }) => name === null)
    case "paid":
      return registered.filter(({ activatedAt }) => activatedAt !== null)
    case "used":
      return registered.filter(({ activatedAt, isUsed }) => activatedAt !== null && isUsed)
    case "renewing":
      return all.filter((school) => monthlyMinor(school) > 0)
    case "cohort":
      return all.filter(({ activatedAt }) => activatedAt !== null && months.includes(monthAt(activatedAt)))
  }
}

/** How many registered in a day's month up to that day (`YYYY-MM-DD`, UTC). */
export const registeredBy = (all: readonly GrowthSchool[], day: string): number =>
  all.filter(
    ({ registeredAt }) =>
      monthAt(registeredAt) === day.slice(0, 7) && registeredAt < Date.parse(`${day}T00:00:00Z`) + 86_400_000,
  ).length

/** What a school brings in a month while it renews, less its discount: a year's price counts for a twelfth. Minor units of USD. */
export function monthlyMinor({ isRenewing, interval, priceMinor, discountMinor = 0 }: GrowthSchool): number {
  if (!isRenewing || !interval) return 0
  const amountMinor = Math.max(0, priceMinor - discountMinor)
  return interval === "yearly" ? amountMinor / 12 : amountMinor
}

export type Cohort = {
  month: string
  size: number
  /** The share still open at the end of each month since, in whole percent; the first is the month they paid in. */
  kept: number[]
}

/** Of the schools that paid first in each month, how many were still open at the end of it and of each month after. */
export function cohortsOf(all: readonly GrowthSchool[], months: readonly string[], at: number): Cohort[] {
  return months.flatMap((month) => {
    const members = schoolsBehind(all, "cohort", [month])
    if (members.length === 0) return []
    const retained = months
      .filter((later) => later >= month)
      .map((later) => {
        const moment = Math.min(endOf(later) - 1, at)
        const open = members.filter(
          ({ endedAt, gaps = [] }) =>
            (endedAt === null || endedAt > moment) &&
            !gaps.some(({ from, to }) => from <= moment && moment < to),
        )
        return Math.round((open.length / members.length) * 100)
      })
    return [{ month, size: members.length, kept: retained }]
  })
}

import { type Rise, raised } from "~/models/teaching/price/price-rise"
import { toSmallest } from "~/utils/smallest-amount"
import type { PastRate, PayRate, RateScope } from "./pay"

// Pay rates of several teachers changed at once: each raised, or all set to the same. Safe in the browser.

export type RateChange = RateScope & {
  fromDate: string
  by:
    | ({ change: "raise"; kind: PayRate["kind"] | null } & Rise)
    | ({ change: "set" } & Pick<PayRate, "kind" | "amountMinor" | "basisPoints">)
}

/** Why a teacher's rates don't change. */
export type RateExclusion =
  | "paid"
  | "later"
  | "same"
  | "no-rate"
  | "other"
  | "ends"
  | "percent"
  | "full"
  | "too-small"

/** A rate as it is and will be; `before` is null where there was none for these lessons. */
export type ChangedRate = { lessons: string | null; before: string | null; after: string }

/** Which rates would change; `sign` is the same for the same changes only. */
export type PlannedRates = {
  sign: string
  changes: {
    teacherId: string
    name: string
    rates: ChangedRate[]
    /** "$45.00 an hour for group classes": the rates for other lessons, which stay. */
    stays: string[]
    past: PastRate | null
  }[]
  excluded: { teacherId: string; name: string; reason: RateExclusion }[]
}

/** All of the charges. */
export const mostPoints = 10_000

/** The rate as it is raised, never below what it was; undefined where an amount would be added to a percentage. */
export function raisedRate(
  { kind, amountMinor, basisPoints }: Pick<PayRate, "kind" | "amountMinor" | "basisPoints">,
  by: Rise,
): Pick<PayRate, "kind" | "amountMinor" | "basisPoints"> | undefined {
  if (kind !== "percent")
    return { kind, basisPoints, amountMinor: Math.max(amountMinor, toSmallest(raised(amountMinor, by))) }
  if (by.rate === null || basisPoints === null) return undefined
  // A share, not money: it isn't rounded to the currency's smallest amount. The product of whole numbers is divided once.
  const points = Math.round((basisPoints * (100_000 + by.rate)) / 100_000)
  return { kind, amountMinor, basisPoints: Math.min(mostPoints, points) }
}

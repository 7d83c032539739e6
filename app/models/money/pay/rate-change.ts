import { type Rise, raised } from "~/models/teaching/price/price-rise"
import { percentOf } from "~/utils/money"
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
export type RateExclusion = "paid" | "later" | "no-rate" | "same"

/** A rate as it is and will be; `before` is null where there was none for these lessons. */
export type ChangedRate = { lessons: string | null; before: string | null; after: string }

/** Which rates would change; `sign` is the same for the same changes only. */
export type PlannedRates = {
  sign: string
  changes: { teacherId: string; name: string; rates: ChangedRate[]; past: PastRate | null }[]
  excluded: { teacherId: string; name: string; reason: RateExclusion }[]
}

const mostPoints = 10_000

/** The rate as it is raised; undefined where an amount would be added to a percentage. */
export function raisedRate(
  { kind, amountMinor, basisPoints }: Pick<PayRate, "kind" | "amountMinor" | "basisPoints">,
  by: Rise,
): Pick<PayRate, "kind" | "amountMinor" | "basisPoints"> | undefined {
  if (kind !== "percent") return { kind, basisPoints, amountMinor: toSmallest(raised(amountMinor, by)) }
  if (by.rate === null || basisPoints === null) return undefined
  const points = basisPoints + percentOf(basisPoints, by.rate / 1000)
  return { kind, amountMinor, basisPoints: Math.min(mostPoints, Math.round(points)) }
}

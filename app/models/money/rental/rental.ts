import type { ChosenTax } from "~/models/accounts/tax/tax"
import { daysBetween, monthBounds } from "~/utils/dates"
import { type TuitionRule, type TuitionShare, tuitionShare } from "../tuition/tuition"

// An instrument that a student rents, for a price a month. A month that is only partly rented follows the school's rule for
// tuition; closures take nothing off, because the instrument stays at home.

export type Hire = ChosenTax & {
  id: string
  studentId: string
  studentName: string
  familyId: string
  item: string
  serialNumber: string | null
  /** A month's price, minor units. */
  priceMinor: number
  /** `YYYY-MM-DD`; the end is the last day. */
  startsOn: string
  endsOn: string | null
}

/** Which part of a month's price is owed; null for a month outside the hire. */
export function hireShare(
  rule: TuitionRule,
  { startsOn, endsOn }: Pick<Hire, "startsOn" | "endsOn">,
  month: string,
): TuitionShare | null {
  const { first, last } = monthBounds(month)
  if (startsOn > last || (endsOn !== null && endsOn < first)) return null
  const whole = daysBetween(first, last) + 1
  // without lessons a rule that counts them follows the days; the full fee stays the full fee
  if (rule.basis === "full") return { part: whole, whole, unit: "day" }
  return tuitionShare(
    { ...rule, skipsClosures: false },
    { month, startsOn, endsOn, lessonDates: [], closures: [] },
  )
}

export const hireFilters = ["current", "ended"] as const
export type HireFilter = (typeof hireFilters)[number]

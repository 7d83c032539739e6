import type { ClassPrice, Price } from "~/models/teaching/price/price"
import { countOf, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

// What a class's new price does, before it is set. Safe in the browser.

/** "3 past lessons with attendance had no price: $75.00 is charged for them." Empty where there is none. */
export function lateText(
  { lessons, amountMinor, byPackage }: LateLessons,
  currency: string,
  families?: number,
): string {
  const whom = families === undefined ? "" : `, to ${countOf(families, "family", "families")}`
  const charged = `${countOf(lessons, "past lesson")} with attendance had no price: ${formatMoney(amountMinor, currency)} is charged for ${formFor(lessons, "it", "them")}${whom}.`
  const packed = `${countOf(byPackage, "past lesson")} with attendance had no price: ${formFor(byPackage, "it follows", "they follow")} your rules for packages.`
  return [lessons > 0 ? charged : "", byPackage > 0 ? packed : ""].filter(Boolean).join(" ")
}

/** A student the new price concerns, and from which day on. */
type PlannedStudent = {
  enrollmentId: string
  name: string
  before: Price | null
  after: Price | null
  /** `YYYY-MM-DD`: the first lesson day, or the first month's first day, that costs the new price. */
  from: string
  /** The custom price stays. */
  keepsOwn: boolean
}

/** Lessons whose attendance was taken before they had a price. Amounts in minor units, tax included. */
export type LateLessons = {
  lessons: number
  amountMinor: number
  /** Taken from packages, charged or waiting for one, by the school's rule. */
  byPackage: number
}

export type ClassPricePlan = {
  before: Price | null
  after: Price
  fromDate: string
  /** A first price by the month that begins within it: it holds for all of the month. */
  isOfMonth: boolean
  students: PlannedStudent[]
  /** Charges on or after that day, which keep their amount; minor units. */
  charged: { count: number; amountMinor: number }
  /** Past lessons that had no price: they are charged once it is set. */
  late: LateLessons
  /** A price of a later day takes over then. */
  next: { fromDate: string; price: Price } | null
  /** The price of the same day that is replaced. */
  replaced: (Price & Pick<ClassPrice, "riseId">) | null
  /** The days in which lessons are charged neither by the lesson nor by the month, or by both. */
  gap: { kind: "uncharged" | "twice"; from: string; to: string } | null
}

/** What a preview says that is replaced: another price of that day, set since, is asked about first. */
export const seenPrice = ({ replaced }: Pick<ClassPricePlan, "replaced">): string =>
  replaced ? `${replaced.billing} ${replaced.amountMinor}` : ""

/** A class's new tax: what each price comes to with it. Amounts in minor units, tax included. */
export type ClassTaxPlan = {
  /** "VAT 20%"; null for none. */
  before: string | null
  after: string | null
  students: { enrollmentId: string; name: string; price: Price; beforeMinor: number; afterMinor: number }[]
  charged: { count: number; amountMinor: number }
}

import type { Price } from "~/models/teaching/price/price"

// What a class's new price does, before it is set. Safe in the browser.

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

export type ClassPricePlan = {
  before: Price | null
  after: Price
  fromDate: string
  students: PlannedStudent[]
  /** Charges on or after that day, which keep their amount; minor units. */
  charged: { count: number; amountMinor: number }
  /** A price of a later day takes over then. */
  next: { fromDate: string; price: Price } | null
  /** The price of the same day that is replaced. */
  replaced: Price | null
  /** The days in which lessons are charged neither by the lesson nor by the month, or by both. */
  gap: { kind: "uncharged" | "twice"; from: string; to: string } | null
}

/** A class's new tax: what each price comes to with it. Amounts in minor units, tax included. */
export type ClassTaxPlan = {
  /** "VAT 20%"; null for none. */
  before: string | null
  after: string | null
  students: { enrollmentId: string; name: string; price: Price; beforeMinor: number; afterMinor: number }[]
  charged: { count: number; amountMinor: number }
}

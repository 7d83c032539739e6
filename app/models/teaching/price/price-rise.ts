// Raising many prices at once: by a percentage or an amount, rounded as the school likes. Safe in the browser.

import type { billingModes, classKinds } from "db/schema/choices"
import { percentOf } from "~/utils/money"

/** Exactly one of `rate`, in thousandths of a percent, and `amountMinor` is set. */
export type Rise = { rate: number | null; amountMinor: number | null; roundTo: number }

export type RiseFilter = {
  kind?: (typeof classKinds)[number]
  instrument?: string
  teacherId?: string
}

/** Minor units that a raised price is rounded to. */
export const roundings = [1, 50, 100, 500] as const

/** The new price, rounded to the nearest step; never below zero. */
export function raised(priceMinor: number, { rate, amountMinor, roundTo }: Rise): number {
  const wanted = priceMinor + (rate === null ? (amountMinor ?? 0) : percentOf(priceMinor, rate / 1000))
  return Math.max(0, Math.floor((2 * wanted + roundTo) / (2 * roundTo)) * roundTo)
}

/**
 * Which prices would change; minor units. `later` counts the classes that have a later price already. `sign` is the same for
 * the same changes only.
 */
export type PlannedRise = {
  sign: string
  changes: {
    classId: string
    className: string
    billing: (typeof billingModes)[number]
    beforeMinor: number
    amountMinor: number
    /** names of the students who pay the class's price, and of those who keep their own */
    paying: string[]
    keeping: string[]
  }[]
  later: number
}

/** A change that was made. */
export type PriceRise = {
  id: string
  fromDate: string
  rate: number | null
  amountMinor: number | null
  classCount: number
  /** The first of the classes that have its price, by name; none once it is undone. */
  classNames: string[]
  isUndone: boolean
}

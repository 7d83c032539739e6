// What a change to a currency without cents does to the prices and charges that have some. Safe in the browser.

/** A price that is rounded; amounts in minor units. */
export type RoundedPrice = { what: string; name: string; fromMinor: number; toMinor: number }

/** Charges on no invoice that are rounded: how many, and their sum before and after. */
export type RoundedCharges = { count: number; fromMinor: number; toMinor: number }

export type Rounding = {
  currency: string
  /** How many prices are rounded, and the first of them. */
  count: number
  examples: RoundedPrice[]
  charges: RoundedCharges
}

/** The preview as a form sends it back, so that what changed since is looked at again. */
export const reviewedRounding = ({ currency, count, charges }: Rounding): string =>
  [currency, count, charges.count, charges.toMinor - charges.fromMinor].join(" ")

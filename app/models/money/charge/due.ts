// What a price comes to when it is charged: less its discounts, with its tax. Safe in the browser.

import { type Tax, type TaxedAmount, withTax } from "~/models/accounts/tax/tax"
import { type Discount, discounted, type TakenDiscount } from "../discount/discount"

/** What is taken off a price and the tax on the rest. */
export type Charging = { tax: Tax | null; discounts: readonly Discount[] }

export type Due = TaxedAmount & {
  discounts: TakenDiscount[]
  /** Of an amount that the office set by hand: what it came to before. */
  usualMinor?: number
}

/** Discounts come off the price; the tax is on what is left. */
export function dueOf(priceMinor: number, { tax, discounts }: Charging): Due {
  const left = discounted(priceMinor, discounts)
  return { ...withTax(left.priceMinor, tax), discounts: left.discounts }
}

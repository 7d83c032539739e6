// Stripe counts each currency in its own smallest unit: yen whole, dinars in thousandths. Ours is a hundredth in every currency
// (see money.ts). Where ours has no coin below one, Stripe counts a few currencies in hundredths all the same.
// https://docs.stripe.com/currencies
import { smallestAmount } from "~/utils/smallest-amount"

const whole = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "))
const thousandths = new Set("BHD JOD KWD OMR TND".split(" "))
/** An amount of 1.00 as Stripe counts it. */
const unitsOf = (currency: string): number =>
  whole.has(currency) ? 1 : thousandths.has(currency) ? 1000 : 100

/** The least of it that can be sent, minor units. */
const stepOf = (currency: string): number => Math.max(smallestAmount(currency), whole.has(currency) ? 100 : 1)

/** Whether an amount (minor units) can be sent. */
export const stripeTakesAmount = (amountMinor: number, currency: string): boolean =>
  Number.isSafeInteger(amountMinor) && amountMinor > 0 && amountMinor % stepOf(currency) === 0

/** @param amountMinor minor units, more than zero; a fraction of a yen throws */
export function toStripe(amountMinor: number, currency: string): number {
  if (!stripeTakesAmount(amountMinor, currency))
    throw new RangeError(`Not an amount that can be paid in ${currency}: ${amountMinor}`)
  return (amountMinor * unitsOf(currency)) / 100
}

/** The minor units of an amount that Stripe names; a fraction of ours is kept, so that it equals nothing that was asked for. */
export const fromStripe = (amount: number, currency: string): number => (amount * 100) / unitsOf(currency)

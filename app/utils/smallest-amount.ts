// The smallest amount of a currency. Money is kept and shown to the hundredth in each (money.ts), but some have no coin below
// one, and providers refuse a fraction of them: there a price is whole, and whatever is worked out is rounded to it.
import { currentFormats } from "./formats"

/** ISO 4217 without decimals, and the two more that providers take without: forint and Taiwan dollar. */
const wholeOnly = new Set(
  "BIF CLP DJF GNF HUF ISK JPY KMF KRW PYG RWF TWD UGX UYI VND VUV XAF XOF XPF".split(" "),
)

/** Minor units of which each amount is a multiple: 100 for yen, else 1. Without a currency, that of the present scope. */
export const smallestAmount = (currency: string = currentFormats().currency): number =>
  wholeOnly.has(currency) ? 100 : 1

/** The nearest amount that the currency has, half of it away from nothing. */
export function toSmallest(minor: number, currency?: string): number {
  const step = smallestAmount(currency)
  const steps = Math.floor((2 * Math.abs(minor) + step) / (2 * step))
  return steps === 0 ? 0 : Math.sign(minor) * steps * step
}

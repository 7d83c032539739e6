// PayPal writes money as decimal text, and some currencies without decimals. Ours is integer minor units, a hundredth in
// every currency (see money.ts).
import { smallestAmount } from "~/utils/smallest-amount"

export type PayPalAmount = { currency_code: string; value: string }

/**
 * Accepted from payers in any country. BRL, CNY, INR and MYR are for accounts of one country, ZAR isn't accepted.
 * https://developer.paypal.com/api/rest/reference/currency-codes/
 */
const taken = new Set(
  "AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD".split(" "),
)

/** Whether families may be offered PayPal for invoices in this currency. */
export const paypalTakes = (currency: string): boolean => taken.has(currency)

/** Whether an amount (minor units) can be sent: no fraction of a yen. */
export const paypalTakesAmount = (amountMinor: number, currency: string): boolean =>
  paypalTakes(currency) && amountMinor % smallestAmount(currency) === 0

/** @param amountMinor minor units, more than zero; a fraction of a yen throws, as PayPal would refuse it */
export function toPayPal(amountMinor: number, currency: string): PayPalAmount {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0)
    throw new RangeError(`An amount to pay is a whole number of minor units above zero, not ${amountMinor}`)
  const step = smallestAmount(currency)
  if (amountMinor % step !== 0) throw new RangeError(`${currency} has no decimals: ${amountMinor}`)
  if (step > 1) return { currency_code: currency, value: String(amountMinor / step) }
  const digits = String(amountMinor).padStart(3, "0")
  return { currency_code: currency, value: `${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** The minor units of an amount PayPal names; throws when it has more than two decimals. */
export function fromPayPal({ value }: PayPalAmount): number {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value)
  if (!parts) throw new RangeError(`Not an amount: ${value}`)
  const [, sign, whole = "", cents = ""] = parts
  return (sign ? -1 : 1) * (Number(whole) * 100 + Number(cents.padEnd(2, "0")))
}

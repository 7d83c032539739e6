import { z } from "zod"
import { refused } from "./errors"

export type Money = { currency_code: string; value: string }

export const MoneyBody = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
})

// https://developer.paypal.com/api/rest/reference/currency-codes/
const supported = new Set(
  "AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS INR JPY MYR MXN TWD NZD NOK PHP PLN GBP RUB SGD SEK CHF THB USD".split(
    " ",
  ),
)
const withoutDecimals = new Set(["HUF", "JPY", "TWD"])

/** Refuses with PayPal's 422: a currency it does not take, decimals where there are none, an amount of zero or less. */
export function checkMoney(money: Money, field: string) {
  if (!supported.has(money.currency_code)) {
    throw refused(
      "INVALID_CURRENCY_CODE",
      "Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.",
      `${field}/currency_code`,
      money.currency_code,
    )
  }
  const decimals = money.value.split(".")[1]?.length ?? 0
  if (decimals > (withoutDecimals.has(money.currency_code) ? 0 : 2)) {
    throw refused(
      "DECIMAL_PRECISION",
      "If the currency supports decimals, only two decimal place precision is supported.",
      `${field}/value`,
      money.value,
    )
  }
  if (Number(money.value) <= 0) {
    throw refused(
      "CANNOT_BE_ZERO_OR_NEGATIVE",
      "Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.",
      `${field}/value`,
      money.value,
    )
  }
}

/** Adds or takes away, in the currency's smallest unit so that nothing is lost to fractions. */
export function plus(left: Money, right: Money, sign: 1 | -1 = 1): Money {
  return moneyOf(toMinor(left) + sign * toMinor(right), left.currency_code)
}

export function toMinor(money: Money) {
  return Math.round(Number(money.value) * (withoutDecimals.has(money.currency_code) ? 1 : 100))
}

/** @param minor smallest units of the currency: cents of USD, whole yen */
export function moneyOf(minor: number, currency: string): Money {
  const value = withoutDecimals.has(currency) ? String(minor) : (minor / 100).toFixed(2)
  return { currency_code: currency, value }
}

/** As the buyer reads it: $29.00 USD. */
export function readable(money: Money) {
  const amount = new Intl.NumberFormat("en-US", { style: "currency", currency: money.currency_code }).format(
    Number(money.value),
  )
  return `${amount} ${money.currency_code}`
}

import countryToCurrency from "country-to-currency"
import { currencySymbol } from "~/utils/money"

// The currencies a school can bill in: every one of ISO 4217 that some country pays with today.

/** Named by the specification (§3): they are first, under these names. */
const named: Readonly<Record<string, string>> = {
  USD: "US dollar",
  EUR: "Euro",
  GBP: "British pound",
  ZAR: "South African rand",
  CAD: "Canadian dollar",
  AUD: "Australian dollar",
  JPY: "Japanese yen",
  CNY: "Chinese yuan",
  INR: "Indian rupee",
  BRL: "Brazilian real",
  MXN: "Mexican peso",
}

/** The guilder of the Netherlands Antilles, a country that is no more, was withdrawn in 2025. */
const { AN: _, ...today } = countryToCurrency as Readonly<Record<string, string>>

/** ISO 3166, every country that has a currency. */
export const countries: readonly string[] = Object.keys(today)

const others = [...new Set(Object.values(today))].filter((code) => !Object.hasOwn(named, code)).sort()

export const currencyCodes: readonly string[] = [...Object.keys(named), ...others]

/** The currency of a country (ISO 3166), if it has one. */
export const currencyOf = (country: string): string | undefined =>
  Object.hasOwn(today, country) ? today[country] : undefined

const names = new Intl.DisplayNames("en", { type: "currency" })

const known = new Map<string, string>()

/** The name of a currency, asked of Intl once. */
function nameOf(code: string): string {
  const name = known.get(code) ?? writtenName(code)
  known.set(code, name)
  return name
}

/** English, as the named ones are written: "Swiss franc" for Intl's "Swiss Franc". */
const writtenName = (code: string): string =>
  named[code] ??
  (names.of(code) ?? code).replace(/\p{Lu}\p{Ll}+$/u, (last, at: number) =>
    at === 0 ? last : last.toLowerCase(),
  )

/** For a select: "CHF, Swiss franc", with the sign where it is another than the code. */
export function currencyChoices(): { value: string; label: string }[] {
  return currencyCodes.map((code) => {
    const symbol = currencySymbol(code)
    return { value: code, label: `${code}, ${nameOf(code)}${symbol === code ? "" : ` (${symbol})`}` }
  })
}

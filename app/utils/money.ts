// Money as people read and write it. Stored money is always an integer of minor units, and for every
// currency here that is a hundredth: also for JPY, which the product's spec (§3) shows with two decimals
// like all others. So ¥500 is stored as 50000, and a provider, which wants whole yen, is given amount / 100.
// The same holds for every other currency of ISO 4217: kept to the hundredth, shown with two decimals. Where the world
// writes none (KRW) they are .00 (smallest-amount.ts); where it writes three (KWD) a price is no finer than ten fils.
import { currentFormats, type Formats, groupDigits, groupsLakhs, signsOf } from "./formats"
import { smallestAmount } from "./smallest-amount"

/** The signs of the spec (§3) that Intl writes differently. Its other eight are Intl's own. */
const symbols: Readonly<Record<string, string>> = { CAD: "C$", CNY: "¥", MXN: "Mex$" }

/** The most a person may type as one amount: 10,000,000.00, in minor units. */
export const LARGEST_AMOUNT = 1_000_000_000

/**
 * The sign of a currency: the one the server said with the school's formats, else what Intl knows in English: a sign that
 * is its alone ("zł", "NZ$"), else its code ("SEK", for "kr" is four currencies). What is no currency is shown as $ (spec §3).
 */
export function currencySymbol(currency: string, formats: Formats = currentFormats()): string {
  if (Object.hasOwn(symbols, currency)) return symbols[currency] ?? currency
  if (formats.currency === currency && formats.currencySign) return formats.currencySign
  const found = ownSigns.get(currency)
  if (found !== undefined) return found
  const sign = ownSignOf(currency)
  ownSigns.set(currency, sign)
  return sign
}

const ownSigns = new Map<string, string>()

function ownSignOf(currency: string): string {
  if (!Intl.supportedValuesOf("currency").includes(currency)) return "$"
  const own = signOf(currency, "symbol")
  const narrow = signOf(currency, "narrowSymbol")
  return own === currency && isAlone(narrow) ? narrow : own
}

const signs = new Map<string, string>()

function signOf(currency: string, currencyDisplay: "symbol" | "narrowSymbol"): string {
  const key = `${currency} ${currencyDisplay}`
  const found = signs.get(key)
  if (found !== undefined) return found
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay })
  const sign = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency
  signs.set(key, sign)
  return sign
}

/** Whether one currency alone has this sign, also among the spec's; and one that is read from left to right. */
const isAlone = (sign: string): boolean =>
  !/[\u0590-\u08ff]/.test(sign) &&
  !Object.values(symbols).includes(sign) &&
  Intl.supportedValuesOf("currency").filter((code) => signOf(code, "narrowSymbol") === sign).length === 1

/**
 * An amount as people see it: symbol, thousands separators, exactly two decimals, and a true minus
 * (U+2212) before the symbol: −$9.75. Where the school's formats have the symbol last, or it is written in letters, a
 * space that does not break is between: 42,50 €, CHF 42.50.
 * @param amountMinor integer minor units; anything else is a mistake of the caller and throws
 */
export function formatMoney(
  amountMinor: number,
  currency: string,
  formats: Formats = currentFormats(),
): string {
  const minus = amountMinor < 0 ? "−" : ""
  return `${minus}${withSymbol(formatAmount(Math.abs(amountMinor), formats), currency, formats)}`
}

/** An amount that is written already, with its currency's symbol where the school's formats have it. */
export function withSymbol(amount: string, currency: string, formats: Formats = currentFormats()): string {
  const symbol = currencySymbol(currency, formats)
  if (formats.currencyPlace === "after") return `${amount}\u00a0${symbol}`
  return `${symbol}${/(?:\p{L}{2}|\.)$/u.test(symbol) ? "\u00a0" : ""}${amount}`
}

/**
 * The same without symbol and with a plain hyphen for less than nothing: "1,234.50", "-9.75".
 * For columns whose heading names the currency.
 */
export function formatAmount(amountMinor: number, formats: Formats = currentFormats()): string {
  const { decimal } = signsOf(formats)
  const [whole = "", cents = ""] = plainAmount(amountMinor, formats).split(decimal)
  return `${groupDigits(whole, formats)}${decimal}${cents}`
}

/** An amount as people type it into a field: "1234.50", or "1234,50"; nothing between the thousands. */
export function plainAmount(amountMinor: number, formats: Formats = currentFormats()): string {
  requireMinorUnits(amountMinor)
  const digits = String(Math.abs(amountMinor)).padStart(3, "0")
  return `${amountMinor < 0 ? "-" : ""}${digits.slice(0, -2)}${signsOf(formats).decimal}${digits.slice(-2)}`
}

const symbolOrCode = /^(?:Mex\$|[A-Z]{0,2}\$|[€£¥₹]|[A-Z]{3}|R)|(?:Mex\$|\$|[€£¥₹]|[A-Z]{3}|Euro?)$/

/**
 * Reads an amount the way people type it: "32.50", "$32.50", "27,50", "1.234,50", "1,234.50", "€ 27,50",
 * "1'234.50", "30", "30,-", with or without the sign of the school's currency, and in a school
 * that groups them so "1,23,456.00". Returns minor units.
 * Refuses (null) negatives, more than two decimals, exponents, amounts over 10,000,000.00, and three digits after the
 * school's own decimal sign: "1.234" is a thousand to a German and not quite a dollar and a quarter to an American.
 */
export function parseMoney(text: string, formats: Formats = currentFormats()): number | null {
  if (text.length > 40) return null
  const bare = withoutOwnSign(text.trim(), formats)
    .replace(symbolOrCode, "")
    .trim()
    .replace(symbolOrCode, "")
    .trim()
  const compact = bare.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "'").replace(/(?<=\d)[.,][-–—]{1,2}$/, "")

  const parts = readParts(compact, formats)
  if (!parts) return null
  const amount = Number(parts.whole) * 100 + Number(parts.cents.padEnd(2, "0"))
  return amount <= LARGEST_AMOUNT ? amount : null
}

/** The same for an amount that someone enters: also refuses a fraction where the currency has no cents. */
export function parseAmount(text: string, formats: Formats = currentFormats()): number | null {
  const minor = parseMoney(text, formats)
  return minor === null || minor % smallestAmount(formats.currency) !== 0 ? null : minor
}

/** The text without the sign of the school's currency at its start or end; the spec's eleven are taken off for all. */
function withoutOwnSign(text: string, formats: Formats): string {
  const sign = currencySymbol(formats.currency, formats)
  if (text.startsWith(sign)) return text.slice(sign.length).trim()
  return text.endsWith(sign) ? text.slice(0, -sign.length).trim() : text
}

const inLakhs = /^([1-9]\d?)(,)(\d{2}(?:,\d{2})*,\d{3})(?:(\.)(\d{1,2}))?$/

function readParts(text: string, formats: Formats): { whole: string; cents: string } | null {
  const plain = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text)
  if (plain) return { whole: plain[1] ?? "", cents: plain[2] ?? "" }

  const grouped =
    /^([1-9]\d{0,2})([.,'])(\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/.exec(text) ??
    (groupsLakhs(formats) ? inLakhs.exec(text) : null)
  if (!grouped) return null
  const [, first = "", group = "", rest = "", decimal, cents = ""] = grouped
  if (decimal === group) return null
  if (group === signsOf(formats).decimal && !decimal && rest.length === 3) return null
  return { whole: first + rest.replaceAll(group, ""), cents }
}

/**
 * A percentage of an amount, in minor units, half a cent rounded away from nothing, so that the reversal
 * of a charge is exactly the negative of the charge. Where a school's currency has no cents, half of its smallest coin.
 * @param percent 0 to any size, up to four decimals (8.875 is New York's sales tax)
 */
export function percentOf(amountMinor: number, percent: number): number {
  requireMinorUnits(amountMinor)
  const tenThousandths = BigInt(Math.round(percent * 10_000))
  const product = BigInt(amountMinor) * tenThousandths
  const size = product < 0n ? -product : product
  const step = BigInt(smallestAmount())
  const rounded = ((size + 500_000n * step) / (1_000_000n * step)) * step
  return product < 0n ? -Number(rounded) : Number(rounded)
}

function requireMinorUnits(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor)) {
    throw new RangeError(`Money is an integer of minor units, not ${amountMinor}`)
  }
}

/** A school's formats as a browser is told them, with the sign of its currency. */
export function clientFormats(formats: Formats): Formats {
  const { dateOrder, hourCycle, numberStyle, currencyPlace, weekStart, currency } = formats
  const currencySign = currencySymbol(currency, formats)
  return { dateOrder, hourCycle, numberStyle, currencyPlace, weekStart, currency, currencySign }
}

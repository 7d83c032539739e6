// Money as people read and write it. Stored money is always an integer of minor units, and for every
// currency here that is a hundredth: also for JPY, which the product's spec (§3) shows with two decimals
// like all others. So ¥500 is stored as 50000, and PayPal, which wants whole yen, is given amount / 100.

const symbols: Readonly<Record<string, string>> = {
  USD: "$",
  EUR: "€",
  GBP: "£",
  ZAR: "R",
  CAD: "C$",
  AUD: "A$",
  JPY: "¥",
  CNY: "¥",
  INR: "₹",
  BRL: "R$",
  MXN: "Mex$",
}

/** The most a person may type as one amount: 10,000,000.00, in minor units. */
export const LARGEST_AMOUNT = 1_000_000_000

/** The sign shown before an amount (spec §3); a currency the table does not know is shown as $. */
export function currencySymbol(currency: string): string {
  return Object.hasOwn(symbols, currency) ? (symbols[currency] ?? "$") : "$"
}

/**
 * An amount as people see it: symbol, thousands separators, exactly two decimals, and a true minus
 * (U+2212) before the symbol: −$9.75.
 * @param amountMinor integer minor units; anything else is a mistake of the caller and throws
 */
export function formatMoney(amountMinor: number, currency: string): string {
  const minus = amountMinor < 0 ? "−" : ""
  return `${minus}${currencySymbol(currency)}${formatAmount(Math.abs(amountMinor))}`
}

/**
 * The same without symbol and with a plain hyphen for less than nothing: "1,234.50", "-9.75".
 * For columns whose heading names the currency.
 */
export function formatAmount(amountMinor: number): string {
  const plain = plainAmount(amountMinor)
  const [whole = "", cents = ""] = plain.split(".")
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`
}

/** An amount for form fields, CSV numbers and payment providers: "1234.50", no separators. */
export function plainAmount(amountMinor: number): string {
  requireMinorUnits(amountMinor)
  const digits = String(Math.abs(amountMinor)).padStart(3, "0")
  return `${amountMinor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const symbolOrCode = /^(?:Mex\$|[A-Z]{0,2}\$|[€£¥₹]|[A-Z]{3}|R)|(?:Mex\$|\$|[€£¥₹]|[A-Z]{3}|Euro?)$/

/**
 * Reads an amount the way people type it: "32.50", "$32.50", "27,50", "1.234,50", "1,234.50", "€ 27,50",
 * "1'234.50", "30", "30,-". Returns minor units.
 * Refuses (null) negatives, more than two decimals, exponents, amounts over 10,000,000.00, and "1.234",
 * which is a thousand to a German and not quite a dollar and a quarter to everybody else.
 */
export function parseMoney(text: string): number | null {
  if (text.length > 40) return null
  const bare = text.trim().replace(symbolOrCode, "").trim().replace(symbolOrCode, "").trim()
  const compact = bare.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "'").replace(/(?<=\d)[.,][-–—]{1,2}$/, "")

  const parts = readParts(compact)
  if (!parts) return null
  const amount = Number(parts.whole) * 100 + Number(parts.cents.padEnd(2, "0"))
  return amount <= LARGEST_AMOUNT ? amount : null
}

function readParts(text: string): { whole: string; cents: string } | null {
  const plain = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text)
  if (plain) return { whole: plain[1] ?? "", cents: plain[2] ?? "" }

  const grouped = /^([1-9]\d{0,2})([.,'])(\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/.exec(text)
  if (!grouped) return null
  const [, first = "", group = "", rest = "", decimal, cents = ""] = grouped
  if (decimal === group) return null
  if (group === "." && !decimal && rest.length === 3) return null
  return { whole: first + rest.replaceAll(group, ""), cents }
}

/**
 * A percentage of an amount, in minor units, half a cent rounded away from nothing, so that the reversal
 * of a charge is exactly the negative of the charge.
 * @param percent 0 to any size, up to four decimals (8.875 is New York's sales tax)
 */
export function percentOf(amountMinor: number, percent: number): number {
  requireMinorUnits(amountMinor)
  const tenThousandths = BigInt(Math.round(percent * 10_000))
  const product = BigInt(amountMinor) * tenThousandths
  const size = product < 0n ? -product : product
  const rounded = (size + 500_000n) / 1_000_000n
  return product < 0n ? -Number(rounded) : Number(rounded)
}

/**
 * Divides an amount by shares so that the parts add up to it to the cent. Cents that do not divide go one
 * each to the first shares that pay anything at all.
 * @param basisPoints one share each, 10000 being all of it; other totals are read as proportions
 */
export function allocate(amountMinor: number, basisPoints: readonly number[]): number[] {
  requireMinorUnits(amountMinor)
  if (basisPoints.some((share) => !Number.isSafeInteger(share) || share < 0)) {
    throw new RangeError("Shares are whole basis points, none below zero")
  }
  const total = basisPoints.reduce((sum, share) => sum + share, 0)
  if (total === 0) throw new RangeError("At least one share must be more than zero")

  const sign = amountMinor < 0 ? -1 : 1
  const size = Math.abs(amountMinor)
  const parts = basisPoints.map((share) => Number((BigInt(size) * BigInt(share)) / BigInt(total)))
  let left = size - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => {
    const extra = left > 0 && (basisPoints[index] ?? 0) > 0 ? 1 : 0
    left -= extra
    return part + extra === 0 ? 0 : sign * (part + extra)
  })
}

function requireMinorUnits(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor)) {
    throw new RangeError(`Money is an integer of minor units, not ${amountMinor}`)
  }
}

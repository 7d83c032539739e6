// Dates and amounts as banks write them. Pure.
import { isDate } from "~/utils/dates"

export const bankDateOrders = ["dmy", "mdy", "ymd"] as const
export type BankDateOrder = (typeof bankDateOrders)[number]

export const dateOrderLabels: Record<BankDateOrder, string> = {
  dmy: "Day, month, year (31.12.2026)",
  mdy: "Month, day, year (12/31/2026)",
  ymd: "Year, month, day (2026-12-31)",
}

/** A day in the order the file has, `YYYY-MM-DD`; a year first is always read as such. Undefined when it is none. */
export function bankDate(text: string, order: BankDateOrder): string | undefined {
  const parts = /^\s*(\d{1,4})\s*[./\-\s]\s*(\d{1,2})\s*[./\-\s]\s*(\d{1,4})(?:[T\s].*)?$/.exec(text)
  const digits = /^\s*(\d{8})\s*$/.exec(text)?.[1]
  if (digits) return valid(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6))
  if (!parts) return undefined
  const [, first = "", second = "", third = ""] = parts
  if (first.length === 4) return valid(first, second, third)
  const year = third.length === 2 ? `20${third}` : third
  return order === "mdy"
    ? valid(year, first, second)
    : order === "dmy"
      ? valid(year, second, first)
      : undefined
}

function valid(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && isDate(date) ? date : undefined
}

const most = 99_999_999_999

/**
 * An amount in minor units, with its sign: "1.234,50", "1,234.50", "+42", "-3.00", "(3.00)", "12.00-", "CHF 5". The last
 * of two different signs is the decimal one; a single one before exactly three digits separates thousands.
 * Undefined when it is none.
 */
export function bankAmount(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, "").replace(/[A-Z]{3}|\p{Sc}/gu, "")
  const isNegative = /^(?:[-−].*|.*[-−]|\(.*\))$/.test(bare)
  const figures = bare.replace(/^[-−+(]|[-−+)]$/g, "")
  if (!/^\d[\d.,]*$/.test(figures) || figures.length > 20) return undefined
  const last = Math.max(figures.lastIndexOf("."), figures.lastIndexOf(","))
  const decimals = last < 0 ? "" : figures.slice(last + 1)
  const sign = figures.charAt(last)
  const isMixed = figures.includes(".") && figures.includes(",")
  const isThousands = !isMixed && (decimals.length === 3 || figures.split(sign).length > 2)
  if (last >= 0 && !isThousands && !/^\d{1,2}$/.test(decimals)) return undefined
  const whole = (last < 0 || isThousands ? figures : figures.slice(0, last)).replace(/[.,]/g, "")
  const cents = last < 0 || isThousands ? "0" : decimals.padEnd(2, "0")
  const minor = Number(whole) * 100 + Number(cents)
  if (!Number.isSafeInteger(minor) || minor > most) return undefined
  return isNegative ? -minor : minor
}

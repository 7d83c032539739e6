// Dates, amounts and texts as banks write them. Pure.
import { isWithinReach } from "~/utils/dates"
import { isWeekday, monthOfWord } from "~/utils/month-names"

export const bankDateOrders = ["dmy", "mdy", "ymd"] as const
export type BankDateOrder = (typeof bankDateOrders)[number]

export const dateOrderLabels: Record<BankDateOrder, string> = {
  dmy: "Day, month, year (31.12.2026)",
  mdy: "Month, day, year (12/31/2026)",
  ymd: "Year, month, day (2026-12-31)",
}

/**
 * A day in the order the file has, `YYYY-MM-DD`; a year first, and a month by its name, are always read as such. Undefined when it
 * is none.
 */
export function bankDate(given: string, order: BankDateOrder): string | undefined {
  if (given.length > longestValue) return undefined
  const text = narrow(given)
  const signed = /^\s*(\d{4}\s*[年년].*)$/u.exec(text)?.[1]
  if (signed) return bankDate(signed.replace(/[年月년월]\s*/gu, "-").replace(/[日일]/u, ""), order)
  // "R8.11.25" is of Japan's calendar.
  const [, ofReiwa, ...monthAndDay] =
    /^\s*(?:R|令和)\s?(\d{1,2})\D(\d{1,2})\D(\d{1,2})日?\s*$/u.exec(text) ?? []
  if (ofReiwa) return bankDate([2018 + Number(ofReiwa), ...monthAndDay].join("-"), order)
  // "2026-11-02 15:04:05 EST", "10:11 25-11-26"
  const untimed = text
    .replace(/(?<=\d)[-T,\s]+\d{1,2}:\d{2}(?::\d{2})?[^\d]*$/u, "")
    .replace(/^\s*\d{1,2}:\d{2}(?::\d{2})?[,\s]+(?=\d)/, "")
  if (untimed !== text) return bankDate(untimed, order)
  // "Mi 25.11.2026"
  const withoutWeekday = text.replace(/^\s*(\p{L}{2,14})[.,]*\s+(?=\d{1,4}[./-]\d)/u, (all, word: string) =>
    isWeekday(word) ? "" : all,
  )
  if (withoutWeekday !== text) return bankDate(withoutWeekday, order)
  if (/\p{L}{3}/u.test(text)) return namedDate(text)
  const parts = /^\s*(\d{1,4})\s*[./\-\s]\s*(\d{1,2})\s*[./\-\s]\s*(\d{1,4})\.?(?:[T\s].*)?$/.exec(text)
  const digits = /^\s*(\d{8})\s*$/.exec(text)?.[1]
  // "20261125"; few banks write "25112026".
  if (digits)
    return (
      valid(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)) ??
      (order === "ymd" ? undefined : bankDate(digits.replace(/^(..)(..)/, "$1.$2."), order))
    )
  if (!parts) return undefined
  const [, first = "", second = "", third = ""] = parts
  if (first.length === 4) return valid(first, second, third)
  const year = third.length === 2 ? `20${third}` : third
  return order === "mdy"
    ? valid(year, first, second)
    : order === "dmy"
      ? valid(year, second, first)
      : // "26-11-25"; with strokes a month is first.
        /^\s*\d\d[-.]\d\d?[-.]\d\d\b/.test(text)
        ? valid(`20${first}`, second, third)
        : undefined
}

/** The day that a spreadsheet has made a number of, as days since 1900: between 2009 and 2064. */
export function serialDay(text: string): string | undefined {
  const days = Number(/^\s*([45]\d{4})(?:\.\d+)?\s*$/.exec(text)?.[1] ?? Number.NaN)
  if (Number.isNaN(days)) return undefined
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Short words beside a day's name and number. */
const joining = /^(\p{L}{1,2}|del|den|the|gada)\.?$/iu

/** "25 Nov 26", "25-Nov-2026", "Nov 25, 2026", "Wed 25. November 2026 10:00", in any of many languages. */
function namedDate(text: string): string | undefined {
  const day = text.trim().replace(/[T,\s]+\d{1,2}:\d{2}(:\d{2})?.*$/, "")
  const words = day.match(/\p{L}[\p{L}\p{M}]*\.?/gu) ?? []
  const numbers = day.match(/\d+/g) ?? []
  // A month is looked up where there can be one: that takes long.
  if (words.length > 4 || numbers.length !== 2) return undefined
  const month = words.map(monthOfWord).find((each) => each !== undefined)
  // A payer's "Lesson 25 Nov 2026" is a text.
  if (!words.every((word) => joining.test(word) || isWeekday(word) || monthOfWord(word))) return undefined
  const [first = "", second = ""] = numbers
  if (!month) return undefined
  const [dayOfMonth, year] = first.length === 4 ? [second, first] : [first, second]
  return valid(year.length === 2 ? `20${year}` : year, String(month), dayOfMonth)
}

/** Japan's wide digits and Arabia's as ours, without the sign that keeps a spreadsheet from making a number of it. */
const narrow = (text: string): string =>
  (/[０-９]/.test(text) ? text.normalize("NFKC") : text)
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/٫/g, ".")
    .replace(/^'(?=\d)/, "")

/** No bank writes a date or an amount in more letters; on long cells these patterns would take minutes. */
const longestValue = 60

function valid(year: string, month: string, day: string): string | undefined {
  // Thailand counts 543 years more.
  const ofThailand = /^25[67]\d$/.test(year) ? String(Number(year) - 543) : year
  const date = `${ofThailand}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && isWithinReach(date) ? date : undefined
}

const most = 99_999_999_999

/** The currencies of ISO 4217 with three decimals. A price is no finer than a hundredth of them here. */
const threeDecimals = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])

/** An amount as XML has it: a point before the decimals, of which there may be five, and nothing else. */
export function plainBankAmount(text: string): number | undefined {
  const [, whole, decimals = ""] = /^\s*\+?(\d{1,15})(?:\.(\d{0,5}))?\s*$/.exec(text) ?? []
  if (whole === undefined || !/^\d{0,2}0*$/.test(decimals)) return undefined
  const minor = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, "0"))
  return minor > most ? undefined : minor
}

/**
 * An amount in minor units, with its sign: "1.234,50", "1,234.50", "+42", "-3.00", "(3.00)", "12.00-", "CHF 5", "3.00 CR", "3.00 DR". The last
 * of two different signs is the decimal one; a single one before exactly three digits separates thousands, but in a currency
 * that is written with three decimals. Undefined when it is none, when its thousands aren't groups of three, or finer than a hundredth.
 */
export function bankAmount(text: string, currency = ""): number | undefined {
  if (text.length > longestValue) return undefined
  const said = narrow(text)
    .replace(/[\s\u00a0\u202f'’´`\u200e\u200f]/g, "")
    .replace(/credit(?=\)?$)/i, "CR")
    .replace(/debit(?=\)?$)/i, "DR")
    .replace(signs, "")
    // "185,-"
    .replace(/[.,][-–]{1,2}$/, "")
  const [side = ""] = /^(?:CR|DR)(?=\d)|(?<=\d)\(?(?:CR?|D[BR]?|H|S)\)?\.?$/i.exec(said) ?? []
  const bare = said.replace(side, "")
  const isNegative = /^(?:[-−–].*|.*[-−–]|\(.*\))$/.test(bare) || /^\(?[ds]/i.test(side)
  const figures = bare.replace(/^[-−–+(]|[-−–+)]$/g, "").replace(/^(?=[.,]\d{1,2}$)/, "0")
  if (!/^\d[\d.,]*$/.test(figures) || figures.length > 20) return undefined
  const last = Math.max(figures.lastIndexOf("."), figures.lastIndexOf(","))
  const decimals = last < 0 ? "" : figures.slice(last + 1)
  const sign = figures.charAt(last)
  const isMixed = figures.includes(".") && figures.includes(",")
  const hasThree = threeDecimals.has(currency)
  const isThousands = !isMixed && ((decimals.length === 3 && !hasThree) || figures.split(sign).length > 2)
  const fitting = hasThree ? /^(?:\d{1,2}|\d\d0+)$/ : /^(?:\d{1,2}|\d\d00+)$/
  if (last >= 0 && !isThousands && !fitting.test(decimals)) return undefined
  const written = last < 0 || isThousands ? figures : figures.slice(0, last)
  if (!isGrouped(written)) return undefined
  const whole = written.replace(/[.,]/g, "")
  const cents = last < 0 || isThousands ? "0" : decimals.slice(0, 2).padEnd(2, "0")
  const minor = Number(whole) * 100 + Number(cents)
  if (!Number.isSafeInteger(minor) || minor > most) return undefined
  return isNegative ? -minor : minor
}

/** A currency's code or sign, which some write in letters. */
const signs =
  /[A-Z]{3}|(?<!\p{L})(?:(?:[ACRS]|AU|CA|HK|MX|NZ|US)?\p{Sc}|(?:kr|Kč|zł|Ft|lei|TL|Rs|RM|Eur|[Ee]uros?|лв|грн|руб|S?Fr)(?!\p{L})\.?|S\/|R(?=\d)|[円元원])/gu

/** Whether thousands are groups of three, or in India of two before the last one, by one sign: not "0.500", not "12.05.26". */
const isGrouped = (whole: string) =>
  /^\d*$|^[1-9]\d{0,2}(?:\.\d{2,3})*\.\d{3}$|^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}$/.test(whole)

/** Letters and digits alone, small. */
export const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")

// What a bank's CSV has of each transfer. Pure.
export const bankFields = ["date", "amount", "payer", "reference"] as const
export type BankField = (typeof bankFields)[number]

export const fieldLabels: Record<BankField, string> = {
  date: "Date",
  amount: "Amount",
  payer: "Payer",
  reference: "Reference",
}

/** The first of some numbers that is one: where a bank has none, it writes a word or zeros there. */
export const bankNumber = (...numbers: (string | undefined)[]): string | null =>
  numbers.map((each = "") => each.trim()).find((each) => !notNumbered.test(each)) ?? null

const notNumbered =
  /^(NO[NT]?[ -]?REF(ERENCE)?|NOT[ -]?(PROVIDED|AVAILABLE|APPLICABLE)|NONE|N\/?A|UNKNOWN|[EKMP]REF|MARF|[0\s.*/_-]*)$/i

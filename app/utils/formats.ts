import { clock, hourAndMinute } from "./clock-times"
import { requireDate, weekday } from "./dates"

// How a school writes dates, times, numbers and money. The words stay English; only order, signs and clock change.
// Every formatting function takes a school's formats last. Without them it takes those of the present scope: on the
// server the school of the request or job (formats.server.ts), in a browser the school whose pages are open.

/** Which comes first: "Nov 20, 2026", "20 Nov 2026" or "2026-11-20". */
export const dateOrders = ["mdy", "dmy", "ymd"] as const
export type DateOrder = (typeof dateOrders)[number]

/** Each named by what it makes of a number; the space is written as one that does not break. */
export const numberStyles = ["1,234.50", "1.234,50", "1 234,50", "1’234.50"] as const
export type NumberStyle = (typeof numberStyles)[number]

export const currencyPlaces = ["before", "after"] as const
export type CurrencyPosition = (typeof currencyPlaces)[number]

export type HourCycle = 12 | 24

export type Formats = {
  readonly dateOrder: DateOrder
  readonly hourCycle: HourCycle
  readonly numberStyle: NumberStyle
  /** The side of the amount on which the currency symbol is written. */
  readonly currencyPlace: CurrencyPosition
  /** ISO day the week starts on: 1 is Monday. */
  readonly weekStart: number
  /** ISO 4217. */
  readonly currency: string
  /** The sign of that currency, where the server has said it: a browser may know another one. */
  readonly currencySign?: string
}

/** Those of the public pages and the platform's staff. */
export const usualFormats: Formats = {
  dateOrder: "mdy",
  hourCycle: 12,
  numberStyle: "1,234.50",
  currencyPlace: "before",
  weekStart: 1,
  currency: "USD",
}

// Shared by the built server and its edge, which are two bundles in one process.
const shared = globalThis as typeof globalThis & { tuttiFormats?: () => Formats }

export const currentFormats = (): Formats => shared.tuttiFormats?.() ?? usualFormats

/** Says where the formats of the present scope are found. */
export function findFormatsBy(find: () => Formats) {
  shared.tuttiFormats = find
}

/** In a browser: the formats of the school whose pages are open. On the server the scope says them. */
export function showIn(formats: Formats | undefined) {
  if (typeof document !== "undefined") findFormatsBy(() => formats ?? usualFormats)
}

/** The signs between thousands and before decimals. */
export function signsOf({ numberStyle }: Formats): { group: string; decimal: string } {
  const [group = ",", decimal = "."] = [numberStyle[1], numberStyle[5]]
  return { group: group === " " ? "\u00a0" : group, decimal }
}

const threes = /\B(?=(\d{3})+$)/g
/** The last three, then two at a time. */
const lakhs = /\B(?=(\d{2})*\d{3}$)/g

/** Whether a school counts in rupees and writes commas, as India groups digits. */
export const groupsLakhs = ({ currency, numberStyle }: Formats): boolean =>
  currency === "INR" && numberStyle === "1,234.50"

/** Digits before the decimals with the sign between them: 1,234,567, and of a school that counts in rupees 12,34,567. */
export function groupDigits(whole: string, formats: Formats): string {
  return whole.replace(groupsLakhs(formats) ? lakhs : threes, signsOf(formats).group)
}

/** A number as the school writes it: "1,234.5". At most `decimals` of them, none at the end that are 0. */
export function formatNumber(number: number, formats: Formats = currentFormats(), decimals = 2): string {
  const { decimal } = signsOf(formats)
  const [whole = "", rest = ""] = String(Number(Math.abs(number).toFixed(decimals))).split(".")
  const grouped = groupDigits(whole, formats)
  return `${number < 0 ? "-" : ""}${grouped}${rest ? decimal + rest : ""}`
}

/** A figure of a chart or a measure: its decimals after the school's sign, nothing between the thousands. */
export const formatFigure = (figure: number, formats: Formats = currentFormats()): string =>
  String(figure).replace(".", signsOf(formats).decimal)

/** Weekdays (1 Monday … 7 Sunday) in the order of the school's week. */
export const weekdaysInOrder = <Day extends { weekday: number }>(
  days: readonly Day[],
  { weekStart }: Formats = currentFormats(),
): Day[] => [...days].sort((a, b) => ((a.weekday - weekStart + 7) % 7) - ((b.weekday - weekStart + 7) % 7))

const plurals = new Intl.PluralRules("en-US")

/** The form of a word that goes with a number: "stays" with 1, "stay" with any other. */
export const formFor = (n: number, one: string, many = `${one}s`): string =>
  plurals.select(n) === "one" ? one : many

/** A number with its noun: "1 family", "46 families", "1,200 students". */
export const countOf = (n: number, one: string, many?: string): string =>
  `${formatNumber(n)} ${formFor(n, one, many)}`

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const

/** "Wednesday", or "Wed". */
export function dayName(date: string, style: "long" | "short" = "long"): string {
  const name = dayNames[weekday(date) - 1] ?? ""
  return style === "long" ? name : name.slice(0, 3)
}

/**
 * As a school in the US sees them; others see the day first ("Wednesday 18 November", "18 Nov 2026"), or figures where
 * the year is said ("2026-11-18").
 * weekday: "Wednesday, November 18" · short: "Wed, Nov 18" · day: "Nov 18" · full: "November 18, 2026" ·
 * medium: "Nov 18, 2026" · month: "November 2026"
 */
export type DateStyle = "weekday" | "short" | "day" | "full" | "medium" | "month"

/** A date in one of the styles above, in the school's order; the words are English. */
export function formatDate(date: string, style: DateStyle, formats: Formats = currentFormats()): string {
  requireDate(date)
  if (style !== "month" && formats.dateOrder === "dmy") return dayFirst(date, style)
  if ((style === "full" || style === "medium") && formats.dateOrder === "ymd") return date
  const year = String(Number(date.slice(0, 4)))
  const month = monthNames[Number(date.slice(5, 7)) - 1] ?? ""
  const abbreviated = month.slice(0, 3)
  const day = String(Number(date.slice(8)))
  switch (style) {
    case "weekday":
      return `${dayName(date)}, ${month} ${day}`
    case "short":
      return `${dayName(date, "short")}, ${abbreviated} ${day}`
    case "day":
      return `${abbreviated} ${day}`
    case "full":
      return `${month} ${day}, ${year}`
    case "medium":
      return `${abbreviated} ${day}, ${year}`
    case "month":
      return `${month} ${year}`
  }
}

function dayFirst(date: string, style: Exclude<DateStyle, "month">): string {
  const month = monthNames[Number(date.slice(5, 7)) - 1] ?? ""
  const [day, year] = [Number(date.slice(8)), Number(date.slice(0, 4))]
  const [long, brief] = [`${day} ${month}`, `${day} ${month.slice(0, 3)}`]
  switch (style) {
    case "weekday":
      return `${dayName(date)} ${long}`
    case "short":
      return `${dayName(date, "short")} ${brief}`
    case "day":
      return brief
    case "full":
      return `${long} ${year}`
    case "medium":
      return `${brief} ${year}`
  }
}

/** The days from one date to another: "November 16 to 20"; the month again where it changes, the year where it does. */
export function formatDateRange(first: string, last: string, formats: Formats = currentFormats()): string {
  if (first === last) return formatDate(first, "weekday", formats)
  const [from, to] = [formatDate(first, "full", formats), formatDate(last, "full", formats)]
  if (formats.dateOrder === "ymd" || first.slice(0, 4) !== last.slice(0, 4)) return `${from} to ${to}`
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  if (formats.dateOrder === "dmy")
    return `${isOneMonth ? Number(first.slice(8)) : from.slice(0, -5)} to ${to.slice(0, -5)}`
  return `${from.split(",")[0]} to ${isOneMonth ? Number(last.slice(8)) : to.split(",")[0]}`
}

/** "14:00" as "2:00 PM", or as it is where a day has 24 hours. */
export function formatTime(time: string, formats: Formats = currentFormats()): string {
  const [hour, minute] = hourAndMinute(time)
  if (formats.hourCycle === 24) return time
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`
}

/** The same without its half of the day, where the place beside it says which: "2:00". */
export function formatClock(time: string, formats: Formats = currentFormats()): string {
  return formatTime(time, formats).replace(/ [AP]M$/, "")
}

/** A whole hour on an axis: "2 PM", or "14:00". */
export function formatHour(hour: number, formats: Formats = currentFormats()): string {
  return formatTime(clock(hour % 24, 0), formats).replace(/:00 (?=[AP]M$)/, " ")
}

/** "16:30" to "17:30" as "4:30 to 5:30 PM"; both halves are named when noon lies between. */
export function formatTimeRange(start: string, end: string, formats: Formats = currentFormats()): string {
  const from = formatTime(start, formats)
  const to = formatTime(end, formats)
  if (formats.hourCycle === 24) return `${from} to ${to}`
  return from.slice(-2) === to.slice(-2) && start < end ? `${from.slice(0, -3)} to ${to}` : `${from} to ${to}`
}

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

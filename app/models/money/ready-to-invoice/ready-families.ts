import type { FamilyName } from "~/models/people/family/family-name"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import type { ChargeSource } from "../charge/charge"
import type { BatchFamily } from "../invoice/invoice-batch"

// What the office checks before it sends many invoices. A warning stops nothing; a problem does.

/** A family of Ready to invoice, with all that its row shows. */
export type ReadyFamily = BatchFamily & {
  /** The days of the first and the last charge, `YYYY-MM-DD`. */
  from: string
  to: string
  /** The payers' email addresses. */
  sendTo: string[]
  /** Someone who pays has no email address. */
  needsPrint: boolean
  /** Payers to whom emails come back, by name. */
  returns: string[]
  /** The median of the last three invoices, minor units, when this one is unusual against it. */
  usualMinor: number | null
  /** Lessons that can't be billed yet because attendance is missing, with the oldest of them. */
  missing: { lessons: number; sessionId: string } | null
  /** Lessons that can't be billed yet because their class has no price, with that class, the first of several. */
  unpriced: { lessons: number; classId: string; className: string } | null
  /** Why the family is held back from the automatic invoices. */
  hold: string | null
}

/** What the list says of a charge. The scripts get every one of them, so what most don't have is left out. */
export type ReadyCharge = {
  chargeId: string
  /** Of a lesson. */
  seatId?: string
  /** Of all that isn't a lesson. */
  source?: Exclude<ChargeSource, "seat">
  occurredOn: string
  /** What it is for, then why. */
  text: string
  amountMinor: number
  /** Of an amount that was set by hand: what it came to before. */
  usualMinor?: number
  discounts?: { reason: string; amountMinor: number }[]
}

/** So many invoices say what is usual for a family. */
export const usualInvoices = 3
/** An amount above this multiple of the median is unusual. */
const unusualFrom = 1.5
/** An amount below this part of the median, too. */
const unusualBelow = 0.5

/** The median of the last three invoices when the amount is more than one and a half times that or less than half; null when it isn't, or when there are fewer than three. */
export function unusualAgainst(amountMinor: number, lastTotals: readonly number[]): number | null {
  if (lastTotals.length < usualInvoices) return null
  const [, median = 0] = [...lastTotals].slice(0, usualInvoices).sort((a, b) => a - b)
  const isUnusual = amountMinor > median * unusualFrom || amountMinor < median * unusualBelow
  return median > 0 && isUnusual ? median : null
}

/** Without a source it is a lesson. */
type Item = { source?: string; occurredOn: string; amountMinor: number }

/**
 * What an unusual amount consists of: what is left of earlier months, where the last month alone would be as usual, or all of
 * it. "9 lessons from October", or "2 lessons and 1 other item".
 */
export function unusualItems(items: readonly Item[], usualMinor: number): string {
  const last = items
    .reduce((month, { occurredOn }) => (month > occurredOn ? month : occurredOn), "")
    .slice(0, 7)
  const sumOf = (those: readonly Item[]) => those.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const isEarlier = ({ occurredOn }: Item) => occurredOn.slice(0, 7) < last
  const earlier = items.filter(isEarlier)
  const isFromEarlier =
    earlier.length > 0 &&
    sumOf(items) > usualMinor * unusualFrom &&
    sumOf(items.filter((item) => !isEarlier(item))) <= usualMinor * unusualFrom
  if (!isFromEarlier) return countItems(items)
  const months = [...new Set(earlier.map(({ occurredOn }) => occurredOn.slice(0, 7)))].sort()
  return `${countItems(earlier)} from ${monthsText(months, last)}`
}

function countItems(items: readonly Item[]): string {
  const lessons = items.filter(({ source = "seat" }) => source === "seat").length
  const others = items.length - lessons
  if (others === 0) return countOf(lessons, "lesson")
  if (lessons === 0) return countOf(others, "item")
  return `${countOf(lessons, "lesson")} and ${countOf(others, "other item")}`
}

/** "October", "September and October", "July to October"; with their years where these aren't the last month's. */
function monthsText(months: readonly string[], last: string): string {
  const isOneYear = months.every((month) => month.slice(0, 4) === last.slice(0, 4))
  const names = months.map((month) => {
    const text = formatDate(`${month}-01`, "month")
    return isOneYear ? (text.split(" ")[0] ?? text) : text
  })
  return names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(" and ")
}

/** Whether the office should look at a family before its invoice is sent. */
export const needsCheck = ({ problem, needsPrint, returns, ...others }: ReadyFamily): boolean => {
  const { usualMinor, missing, unpriced, hold } = others
  return (
    needsPrint ||
    returns.length > 0 ||
    [problem, usualMinor, missing, unpriced, hold].some((reason) => reason !== null)
  )
}

/** How the invoices of a run reach their payers: "38 by email, 1 to print". */
export const deliveryText = (invoices: number, toPrint: number): string =>
  [
    ...(invoices > toPrint ? [`${formatNumber(invoices - toPrint)} by email`] : []),
    ...(toPrint > 0 ? [`${formatNumber(toPrint)} to print`] : []),
  ].join(", ")

/** How many invoices a button sends and their sum in minor units, as the form says it back: what was shown is what is sent. */
export const expectedText = (invoices: number, amountMinor: number): string => `${invoices}:${amountMinor}`

/** The same for a list of families. */
export const expectedOf = (families: readonly { invoices: number; amountMinor: number }[]): string =>
  expectedText(
    families.reduce((sum, { invoices }) => sum + invoices, 0),
    families.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  )

/** A class without a price, and the families whose lessons in it can't be charged. */
export type UnpricedLessons = {
  classId: string
  className: string
  lessons: number
  /** The day of the first of them, `YYYY-MM-DD`. */
  firstOn: string
  families: (FamilyName & { familyId: string; lessons: number })[]
  /** Families that aren't named. */
  more: number
}

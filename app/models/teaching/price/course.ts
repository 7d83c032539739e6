// A course price: what a class costs as a whole, sold in one payment or several installments whose due dates are known before
// anyone enrolls. Each month has its part of the price, so a student who joins later or leaves early owes the months of their own
// days; the months of an installment are charged together, in the first of them. Safe in the browser.

import { addMonths, monthOf } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { type ClassPrice, installmentOf } from "./price"

export type CourseWish = {
  totalMinor: number
  /** How many installments. */
  count: number
  /** How many months they pay for; as many as installments unless said otherwise. */
  months?: number
  /** The due date of the first one, `YYYY-MM-DD`; the others are due on that day of the first month that each pays for. */
  firstOn: string
  /** Due dates of their own, one for each installment in order, instead. */
  dueOn?: readonly string[] | undefined
}

/** The price of `fromDate`'s month: an installment, or with others that are due on the same day a part of one. */
export type CourseInstallment = {
  part: number
  parts: number
  amountMinor: number
  fromDate: string
  dueOn: string
}

/**
 * Together they are the course's price to the cent: it is divided into equal installments, and each of these over its months, what
 * can't be divided equally in the first ones. Fewer rows where the amount is too small.
 */
export function installmentsOf(
  { totalMinor, count, months = count, firstOn, dueOn = [] }: CourseWish,
  stepMinor = 1,
): CourseInstallment[] {
  const firstMonth = `${monthOf(firstOn)}-01`
  const payments = equalParts(totalMinor, Math.min(count, months), stepMinor)
  const rows: Pick<CourseInstallment, "amountMinor" | "dueOn" | "fromDate">[] = []
  let begins = 0
  for (const [payment, length] of equalParts(months, payments.length).entries()) {
    for (const [index, amountMinor] of equalParts(payments[payment] ?? 0, length, stepMinor).entries())
      rows.push({
        amountMinor,
        dueOn: dueOn[payment] ?? addMonths(firstOn, begins),
        fromDate: addMonths(firstMonth, begins + index),
      })
    begins += length
  }
  return rows.map((row, index) => ({ part: index + 1, parts: rows.length, ...row }))
}

/** The installments as they are paid: the months that are due on one day are one of them. */
export function paymentsOf(course: readonly CourseInstallment[]): { dueOn: string; amountMinor: number }[] {
  const sums = new Map<string, number>()
  for (const { dueOn, amountMinor } of course) sums.set(dueOn, (sums.get(dueOn) ?? 0) + amountMinor)
  return [...sums].map(([dueOn, amountMinor]) => ({ dueOn, amountMinor }))
}

/** "one payment"; "4 installments" */
export const paymentsText = (count: number): string =>
  count === 1 ? "one payment" : countOf(count, "installment")

/**
 * An amount in equal parts, the first ones a step larger where it can't be divided. Each but the first is a multiple of the
 * step; fewer parts where the amount has fewer steps.
 */
export function equalParts(totalMinor: number, count: number, stepMinor = 1): number[] {
  const steps = Math.floor(totalMinor / stepMinor)
  if (steps === 0) return totalMinor > 0 ? [totalMinor] : []
  const parts = Math.min(count, steps)
  const each = Math.floor(steps / parts)
  return Array.from({ length: parts }, (_, index) => {
    const own = (each + (index < steps % parts ? 1 : 0)) * stepMinor
    return index === 0 ? own + (totalMinor % stepMinor) : own
  })
}

/** The course that a class's price on a day belongs to, also when its last month is over; none for any other price. */
export function courseOn(prices: readonly ClassPrice[], date: string): CourseInstallment[] {
  const rows = prices.map((row) => ({ ...row, ...installmentOf(row) }))
  const at = rows.filter(({ fromDate }) => fromDate <= date).length - 1
  const course: CourseInstallment[] = []
  for (const { part, parts, dueOn, fromDate, amountMinor } of rows.slice(firstOf(rows, at))) {
    const before = course.at(-1)
    if (!part || !parts || !dueOn || (before && part !== before.part + 1)) break
    course.push({ part, parts, dueOn, fromDate, amountMinor })
  }
  return course
}

/** Where the row's course begins: parts are counted without a gap. */
function firstOf(rows: readonly Pick<ClassPrice, "part">[], at: number): number {
  const part = rows[at]?.part
  if (!part) return rows.length
  return at > 0 && rows[at - 1]?.part === part - 1 ? firstOf(rows, at - 1) : at
}

/**
 * What a month's fee is of its class's course: which installment, and which of the months it pays for where these are several.
 * "Installment 1 of 2, month 2 of 3"
 */
export function installmentName(prices: readonly ClassPrice[], date: string): string {
  const course = courseOn(prices, date)
  const row = course.filter(({ fromDate }) => fromDate <= date).at(-1)
  const payments = paymentsOf(course)
  const { dueOn = "", part = 1, parts = 1 } = row ?? {}
  const payment = payments.findIndex((each) => each.dueOn === dueOn)
  const months = course.filter((each) => each.dueOn === dueOn)
  if (payments.length === course.length)
    return parts === 1 ? "One payment" : `Installment ${part} of ${parts}`
  const month = months.findIndex((each) => each.part === part) + 1
  const isOnce = payments.length === 1
  const name = isOnce ? "One payment" : `Installment ${payment + 1} of ${payments.length}`
  return months.length > 1 ? `${name}, month ${month} of ${months.length}` : name
}

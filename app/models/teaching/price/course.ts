// A course price: what a class costs as a whole, sold in monthly installments whose due dates are known before anyone enrolls.
// Each is the price of its own month, so a student who joins later or leaves early owes the months of their own days. Safe in
// the browser.

import { addMonths, monthOf } from "~/utils/dates"
import { type ClassPrice, installmentOf } from "./price"

export type CourseWish = {
  totalMinor: number
  /** How many monthly installments. */
  count: number
  /** The due date of the first one, `YYYY-MM-DD`; the others are due on that day of the months after it. */
  firstOn: string
}

/** One installment: the price of `fromDate`'s month. */
export type CourseInstallment = {
  part: number
  parts: number
  amountMinor: number
  fromDate: string
  dueOn: string
}

/** Together they are the course's price to the cent; what can't be divided equally is in the first ones. */
export function installmentsOf(
  { totalMinor, count, firstOn }: CourseWish,
  stepMinor = 1,
): CourseInstallment[] {
  const firstMonth = `${monthOf(firstOn)}-01`
  const amounts = equalParts(totalMinor, count, stepMinor)
  return amounts.map((amountMinor, index) => ({
    part: index + 1,
    parts: amounts.length,
    amountMinor,
    dueOn: addMonths(firstOn, index),
    fromDate: addMonths(firstMonth, index),
  }))
}

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

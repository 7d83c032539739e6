// What a class that is sold in installments costs in the next term. Pure, so that the preview shows what will be written.

import { formatDate } from "~/utils/date-text"
import { addMonths, monthOf } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import {
  type CourseInstallment,
  courseOn,
  equalParts,
  installmentsOf,
  paymentsOf,
  paymentsText,
} from "../price/course"
import type { ClassPrice } from "../price/price"
import { type PriceStep, stepPrice } from "../price/price-step.server"

export type NextCourse = {
  /** The earlier course's installment of the term's first month: who continues owes it once. */
  kept: CourseInstallment[]
  /** What is due in the term after it; none where the term is too short. */
  installments: CourseInstallment[]
  /** The course has installments in the term already, and they stay. */
  goesOn: boolean
  /** What the installments came to before a change, and how many there were. */
  before: { totalMinor: number; count: number }
}

/**
 * The course of a class in the next term: the same price in as many installments, due on the same day of the term's months,
 * or in as many as there are months. One that has installments left in the term goes on with them. Null where the class
 * isn't sold as a course, and where a part of it was due in an earlier class, so that its price isn't known here.
 */
export function nextCourse(
  prices: readonly ClassPrice[],
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  step: PriceStep | null,
  stepMinor = 1,
): NextCourse | null {
  const course = courseOn(prices, startsOn)
  const firstMonth = `${monthOf(startsOn)}-01`
  const kept = course.filter(({ fromDate }) => fromDate === firstMonth)
  const left = course.filter(({ fromDate }) => fromDate > firstMonth)
  if (left.length > 0) {
    const before = { totalMinor: sumOf(left), count: paymentsOf(left).length }
    const installments = step ? stepped(left, stepPrice(before.totalMinor, step), stepMinor) : left
    return { kept, installments, goesOn: true, before }
  }
  if (course[0]?.part !== 1 || course.length !== course[0].parts) return null
  const months = monthsTo(endsOn, kept.length > 0 ? addMonths(firstMonth, 1) : firstMonth)
  const payments = paymentsOf(course)
  const count = Math.min(course.length, months.length)
  const before = { totalMinor: sumOf(course), count: payments.length }
  const day =
    course
      .map(({ dueOn }) => dueOn.slice(8))
      .sort()
      .at(-1) ?? "01"
  const wish = {
    totalMinor: step ? stepPrice(before.totalMinor, step) : before.totalMinor,
    count: Math.min(payments.length, count),
    months: count,
    firstOn: dayIn(months[0] ?? startsOn, day),
  }
  const rows = installmentsOf(wish, stepMinor).map((row, index) => ({
    ...row,
    dueOn: dayIn(row.dueOn, day),
    amountMinor: (!step && count === course.length && course[index]?.amountMinor) || row.amountMinor,
  }))
  const installments = rows.length < Math.min(2, payments.length) ? [] : rows
  return { kept, installments, goesOn: false, before }
}

/** The price rows of the next term's class. */
export const rowsOf = ({ kept, installments }: NextCourse): CourseInstallment[] => [...kept, ...installments]

/** The same installments over another amount: equal ones where each is one month's, else in the proportion they had. */
function stepped(left: readonly CourseInstallment[], totalMinor: number, stepMinor: number) {
  if (paymentsOf(left).length === left.length) {
    const amounts = equalParts(totalMinor, left.length, stepMinor)
    return left.map((each, index) => ({ ...each, amountMinor: amounts[index] ?? 0 }))
  }
  const wholeMinor = sumOf(left)
  const upTo = (index: number) => Math.floor((totalMinor * sumOf(left.slice(0, index))) / wholeMinor)
  return left.map((each, index) => ({ ...each, amountMinor: upTo(index + 1) - upTo(index) }))
}

const sumOf = (rows: readonly CourseInstallment[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

function monthsTo(endsOn: string, first: string): string[] {
  const months: string[] = []
  for (let month = first; month <= endsOn; month = addMonths(first, months.length)) months.push(month)
  return months
}

/** A day of the month, or the month's last one where it is shorter. */
const dayIn = (month: string, day: string): string =>
  addMonths(`${month.slice(0, 4)}-01-${day}`, Number(month.slice(5, 7)) - 1)

/** "$480.00 in 4 installments, due Jan 15 to Apr 15." */
export function nextCourseText(course: NextCourse, at: { currency: string; lastDay: string }): string {
  return [keptText(course, at.lastDay), ownText(course, at.currency)].filter(Boolean).join(" ")
}

function keptText({ kept: [kept] }: NextCourse, lastDay: string): string {
  if (!kept) return ""
  return kept.fromDate <= lastDay
    ? `The fee for ${formatDate(kept.fromDate, "month")} stays with the earlier class.`
    : `Installment ${kept.part} of ${kept.parts} is due ${formatDate(kept.dueOn, "day")}.`
}

function ownText({ installments, goesOn, before }: NextCourse, currency: string): string {
  const payments = paymentsOf(installments)
  const [first, last] = [payments[0], payments.at(-1)]
  if (!first || !last) return "No price yet: the term is too short for its installments."
  const [earlier, present] = [before.totalMinor, sumOf(installments)].map((minor) =>
    formatMoney(minor, currency),
  )
  const price = earlier === present ? present : `${earlier} → ${present}`
  const days = `due ${formatDate(first.dueOn, "day")}${first === last ? "" : ` to ${formatDate(last.dueOn, "day")}`}`
  const count = paymentsText(payments.length)
  if (goesOn) return `${price} is left in ${count}, ${days}.`
  const fewer = payments.length < before.count ? `, not ${before.count} as before` : ""
  return `${price} in ${count}${fewer}, ${days}.`
}

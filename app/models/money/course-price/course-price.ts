import { z } from "zod"
import type { CourseInstallment } from "~/models/teaching/price/course"
import { addMonths, monthOf } from "~/utils/dates"
import { amount, day } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { installmentRange } from "../installment/installment-labels"

// A course price before it is set: what it would do, and why it is refused. Safe in the browser.

/** What a course price would do; amounts in minor units. */
export type CoursePlan = {
  installments: CourseInstallment[]
  /** What each student enrolled now pays in all, with discounts and tax. */
  students: { name: string; payments: number; amountMinor: number }[]
  /** Prices set for these months that it replaces. */
  replaced: number
  /** What is charged already from the first month on, and stays. */
  charged: { count: number; amountMinor: number }
}

/** Why a due date of an installment's own is refused, and which one, counted from 0. */
export type WrongDate = {
  ok: false
  reason: "due-in-the-past" | "not-later" | "too-late" | "other-count"
  at: number
}

/**
 * What is wrong with due dates of their own, if anything: there is one for each installment, each later than the one before, none in a
 * month that is over nor a year after the last one.
 */
export function wrongDate(
  dueOn: readonly string[],
  { count, thisMonth, lastMonth }: { count: number; thisMonth: string; lastMonth: string },
): WrongDate | undefined {
  if (dueOn.length !== count) return { ok: false, reason: "other-count", at: 0 }
  const latest = addMonths(lastMonth, 13)
  for (const [at, date] of dueOn.entries()) {
    if (monthOf(date) < thisMonth) return { ok: false, reason: "due-in-the-past", at }
    if (date <= (dueOn[at - 1] ?? "")) return { ok: false, reason: "not-later", at }
    if (date >= latest) return { ok: false, reason: "too-late", at }
  }
  return undefined
}

const least = 1
const { most } = installmentRange
const wrongCount = `Enter a number from ${least} to ${most}.`
const example = () => `Enter an amount above zero, like ${plainAmount(48_000)}.`

const number = z
  .string({ error: wrongCount })
  .trim()
  .regex(/^\d{1,2}$/, wrongCount)
  .transform(Number)
  .refine((count) => count >= least && count <= most, wrongCount)

export const CoursePriceForm = z.object({
  total: amount(example, { wrong: example, least: 1 }),
  months: number,
  count: number,
  firstOn: day("Enter the date the first installment is due."),
  /** Due dates of their own, and what they were shown for. */
  dueOn: z.array(day("Enter a date.")).max(most).default([]),
  datesOf: z.string().max(40).optional(),
})

/** What suggested due dates belong to: with another first day or number they are suggested again. */
export const datesOf = ({ firstOn, months, count }: { firstOn: string; months: number; count: number }) =>
  `${firstOn} ${months} ${count}`

/** The undo of a course price: the first month's day. */
export const CourseBackForm = z.object({ fromDate: day("Enter a date.") })

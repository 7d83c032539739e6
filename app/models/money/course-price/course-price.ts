// A course price before it is set: what it would do, and why it is refused. Safe in the browser.

import type { CourseInstallment } from "~/models/teaching/price/course"
import { addMonths, monthOf } from "~/utils/dates"

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

export type CourseRefusal = "no-class" | "in-the-past" | "too-small" | "too-many" | "after-end"

export const courseRefusals: Record<
  Exclude<CourseRefusal, "no-class">,
  { field: "firstOn" | "total" | "count"; text: string }
> = {
  "in-the-past": { field: "firstOn", text: "Choose a day in this month or later." },
  "too-small": { field: "total", text: "Enter a larger amount, or fewer months." },
  "too-many": { field: "count", text: "Enter at most one installment for each month." },
  "after-end": {
    field: "firstOn",
    text: "The class ends before the last of these months. Choose an earlier day, or fewer months.",
  },
}

/** Why a due date of an installment's own is refused, and which one, counted from 0. */
export type WrongDate = {
  ok: false
  reason: "due-in-the-past" | "not-later" | "too-late" | "other-count"
  at: number
}

export const wrongDates: Record<WrongDate["reason"], string> = {
  "due-in-the-past": "Choose a day in this month or later.",
  "not-later": "Choose a day after the installment before.",
  "too-late": "Choose a day within a year after the last month of this price.",
  "other-count": "Preview the price again. The number of installments has changed.",
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

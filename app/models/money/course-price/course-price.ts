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

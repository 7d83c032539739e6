// A course price: what a class costs as a whole, sold in monthly installments whose due dates are known before anyone enrolls.
// Each is the price of its own month, so a student who joins later or leaves early owes the months of their own days. Safe in
// the browser.

import { addMonths, monthOf } from "~/utils/dates"
import { propose } from "../installment/installment"

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
  const proposed = propose({ totalMinor, count, firstOn, rhythm: "month", stepMinor })
  const firstMonth = `${monthOf(firstOn)}-01`
  return proposed.map(({ dueOn, amountMinor }, index) => ({
    part: index + 1,
    parts: proposed.length,
    amountMinor,
    dueOn,
    fromDate: addMonths(firstMonth, index),
  }))
}

/** What a course price would do; amounts in minor units. */
export type CoursePlan = {
  installments: CourseInstallment[]
  /** What each student enrolled now pays in all, with discounts and tax. */
  students: { name: string; months: number; amountMinor: number }[]
  /** Prices set for these months that it replaces. */
  replaced: number
  /** What is charged already from the first month on, and stays. */
  charged: { count: number; amountMinor: number }
}

export type CourseRefusal = "no-class" | "in-the-past" | "too-small" | "after-end"

export const courseRefusals: Record<
  Exclude<CourseRefusal, "no-class">,
  { field: "firstOn" | "total"; text: string }
> = {
  "in-the-past": { field: "firstOn", text: "Choose a day in this month or later." },
  "too-small": { field: "total", text: "Enter a larger amount, or fewer installments." },
  "after-end": {
    field: "firstOn",
    text: "The class ends before the last installment. Choose an earlier day, or fewer installments.",
  },
}

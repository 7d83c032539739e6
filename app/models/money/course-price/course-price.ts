// A course price before it is set: what it would do, and why it is refused. Safe in the browser.

import type { CourseInstallment } from "~/models/teaching/price/course"

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

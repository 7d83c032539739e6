// A plan by which a family pays what is open in installments: why one is refused. Safe in the browser.
import { countOf } from "~/utils/formats"
import type { Proposed } from "../installment/installment"

/** Said before the office plans an invoice that several pay. */
export const sharedPlan = (payers: number) =>
  `${countOf(payers, "payer shares", "payers share")} this invoice. A plan covers the balance of all of them.`

/** A row of a plan that can't be agreed: which one, and what is wrong. */
export type RowProblem = { index: number; reason: "in-the-past" | "out-of-order" }

export const rowProblems: Record<RowProblem["reason"], string> = {
  "in-the-past": "Enter a date that’s today or later.",
  "out-of-order": "Enter a date after the one above.",
}

/** The first row whose day is before today, or not after the day above it. Days of the plan before may stay. */
export function rowProblem(
  rows: readonly Proposed[],
  { today, agreedDays }: { today: string; agreedDays: readonly string[] },
): RowProblem | undefined {
  for (const [index, { dueOn }] of rows.entries()) {
    if (dueOn < today && !agreedDays.includes(dueOn)) return { index, reason: "in-the-past" }
    const above = rows[index - 1]
    if (above && dueOn <= above.dueOn) return { index, reason: "out-of-order" }
  }
  return undefined
}

// A plan by which a family pays what is open in installments: why one is refused. Safe in the browser.
import { countOf } from "~/utils/count-of"
import type { Proposed } from "../installment/installment"

export type PlanRefusal =
  | "no-invoice"
  | "nothing-open"
  | "held"
  | "changed"
  | "other-invoice"
  | "too-many"
  | "no-reason"
  | "not-whole"
  | "no-plan"
  | "too-late"

export const planRefusals: Record<PlanRefusal, string> = {
  "no-invoice": "This invoice isn’t in your school.",
  "nothing-open": "This invoice has no balance due.",
  held: "The email with this invoice hasn’t left yet. Change the plan once its invoice run is sent.",
  changed:
    "The plan or the balance changed while this page was open. Check the installments below and save again.",
  "other-invoice": "One of these invoices can’t be part of this plan. Preview the installments again.",
  "too-many": "Enter between 1 and 24 installments.",
  "no-reason": "Enter a reason for the change.",
  "not-whole": "These amounts don’t add up to the balance due.",
  "no-plan": "This invoice has no payment plan.",
  "too-late": "This was changed again since, so it can’t be undone.",
}

export type AskRefusal =
  | "no-invoice"
  | "nothing-open"
  | "planned"
  | "asked"
  | "too-early"
  | "too-often"
  | "no-ask"

export const askRefusals: Record<AskRefusal, string> = {
  "no-invoice": "This invoice isn’t yours to pay.",
  "nothing-open": "This invoice has no balance due.",
  planned: "You already pay this invoice in installments.",
  asked: "The school has an open request about this invoice.",
  "too-early": "Enter a date that’s today or later.",
  "too-often": "You’ve asked three times today. Message the school, or try again tomorrow.",
  "no-ask": "This request was answered already.",
}

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

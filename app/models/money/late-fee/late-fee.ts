// What an overdue invoice costs: an amount or a share of what is open, some days after its due date, once or each month.
// A late fee is a charge of its own, never a change of the invoice. Safe in the browser.

import { lateFeeKinds } from "db/schema/choices"
import { rateText } from "~/models/accounts/tax/tax"
import { addDays, addMonths } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { formatMoney, percentOf } from "~/utils/money"

export { lateFeeKinds }

export type LateFeeRule = {
  kind: (typeof lateFeeKinds)[number]
  /** Minor units; of a fixed fee. */
  amountMinor: number | null
  /** Thousandths of a percent; of a share. */
  rate: number | null
  afterDays: number
  isMonthly: boolean
  capMinor: number | null
}

/** How many late fees an invoice has come to by a day: none before the days have passed, then one, or one each month. */
export function stepsDue(rule: LateFeeRule, dueOn: string, today: string): number {
  let steps = 0
  for (let on = stepDay(rule, dueOn, 0); on && on <= today; on = stepDay(rule, dueOn, steps)) steps += 1
  return steps
}

/** The day of the fee after so many earlier ones; undefined where there is none. An invoice has 24 at most. */
export function stepDay(rule: LateFeeRule, dueOn: string, step: number): string | undefined {
  if (rule.kind === "none" || step >= (rule.isMonthly ? 24 : 1)) return undefined
  return addMonths(addDays(dueOn, rule.afterDays), step)
}

/** One late fee in minor units: what the rule says, as far as the cap leaves room. */
export function lateFeeOf(rule: LateFeeRule, openMinor: number, chargedMinor: number): number {
  const wanted =
    rule.kind === "fixed" ? (rule.amountMinor ?? 0) : percentOf(openMinor, (rule.rate ?? 0) / 1000)
  const room = rule.capMinor === null ? wanted : Math.max(0, rule.capMinor - chargedMinor)
  return Math.min(wanted, room)
}

/** "$10.00, 14 days after the due date and each month after that, up to $50.00 for an invoice" */
export function lateFeeText(rule: LateFeeRule, currency: string): string {
  if (rule.kind === "none") return "No late fee."
  const fee =
    rule.kind === "fixed"
      ? formatMoney(rule.amountMinor ?? 0, currency)
      : `${rateText(rule.rate ?? 0)} of the balance due`
  const again = rule.isMonthly ? " and each month after that" : ""
  const cap = rule.capMinor === null ? "" : `, up to ${formatMoney(rule.capMinor, currency)} for an invoice`
  return `${fee}, ${countOf(rule.afterDays, "day")} after the due date${again}${cap}.`
}

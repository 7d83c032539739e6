import { type Period, periodIn } from "~/models/foundation/term/period"
import { addDays } from "~/utils/dates"

// When a make-up credit ends, by the school's rule. Safe in the browser.

/**
 * The last day of a credit for a lesson on a day: so many days later, the end of that lesson's term, or the end of the
 * term after it. The next term is the first recorded one that begins later, else the half-year after.
 */
export function lastDayOf(
  rule: { creditExpiry: "days" | "term" | "next_term"; creditExpiryDays: number },
  terms: readonly Period[],
  day: string,
): string {
  if (rule.creditExpiry === "days") return addDays(day, rule.creditExpiryDays)
  const { endsOn } = periodIn(terms, day)
  if (rule.creditExpiry === "term") return endsOn
  const next = [...terms]
    .sort((a, b) => a.startsOn.localeCompare(b.startsOn))
    .find(({ startsOn }) => startsOn > endsOn)
  return (next ?? periodIn(terms, addDays(endsOn, 1))).endsOn
}

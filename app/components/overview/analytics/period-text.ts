import { type Comparison, comparisons } from "~/models/overview/analytics/analytics-period"
import { monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"

type Facts = {
  span: { first: string; last: string }
  before: { first: string; last: string }
  months: number
  query: { compare: Comparison }
}

/** "June 1, 2026 to November 18, 2026, compared with the 6 months before, through May 18, 2026" */
export const periodText = ({ span, before, months, query }: Facts): string =>
  `${formatDate(span.first, "full")} to ${formatDate(span.last, "full")}, compared with ${
    query.compare === "year"
      ? comparisons.year
      : months === 1
        ? "the month before"
        : `the ${months} months before`
  }${before.last === monthBounds(monthOf(before.last)).last ? "" : `, through ${formatDate(before.last, "full")}`}`

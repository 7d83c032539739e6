import { Callout } from "~/components/ui/callout"
import { defaultOutcomes } from "~/models/accounts/outcome/outcome"
import type { LastTerm, TriedRule } from "~/models/overview/policies/last-term"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

/** What the last term would have come to under the rule that is typed. */
export function LastTermNote({ tried, currency }: { tried: LastTerm; currency: string }) {
  const { startsOn, endsOn, isOver, rows } = tried
  const days = `${formatDate(startsOn, "medium")} to ${formatDate(endsOn, "medium")}`
  return (
    <Callout>
      <div role="status">
        <p>
          <b>{isOver ? `Last term, ${days}` : `The term so far, ${days}`}</b>
        </p>
        <ul>
          {rows.map((row) => (
            <li key={row.of}>{lineOf(row, currency)}</li>
          ))}
        </ul>
        <p className="small dim">{basis[kindOf(rows)]} Nothing is saved yet.</p>
      </div>
    </Callout>
  )
}

function lineOf(
  { of, count, wasMinor, wouldMinor, credits, families = 0 }: TriedRule,
  currency: string,
): string {
  const was = formatMoney(wasMinor, currency)
  const would = formatMoney(wouldMinor, currency)
  if (of === "late-fees")
    return `${countOf(count, "late fee")} to ${countOf(families, "family", "families")}, ${would} in all. ${was} was charged.`
  if (of === "trials") return `${countOf(count, "trial lesson")}: ${would} instead of ${was}.`
  const money = wasMinor === wouldMinor ? `${was} charged, as before` : `${would} charged instead of ${was}`
  const earned = credits
    ? credits.was === credits.would
      ? `. ${countOf(credits.was, "make-up credit")}, as before`
      : `. ${countOf(credits.would, "make-up credit")} instead of ${credits.was}`
    : ""
  return `${labels.get(of)}, ${countOf(count, "lesson")}: ${money}${earned}.`
}

const labels: ReadonlyMap<string, string> = new Map(defaultOutcomes.map(({ code, label }) => [code, label]))

const kindOf = (rows: readonly TriedRule[]) =>
  rows[0]?.of === "late-fees" || rows[0]?.of === "trials" ? rows[0].of : "statuses"

const basis = {
  "late-fees":
    "Invoices that were due in the term, by the days they were paid, up to today. Payment plans and extensions aren’t in it.",
  trials: "At class prices, before discounts and tax.",
  statuses:
    "Lessons charged one by one, before discounts and tax. Packages and monthly fees don’t change. The credit limit isn’t counted in.",
}

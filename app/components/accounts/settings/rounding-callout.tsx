import { Callout } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { type Rounding, reviewedRounding } from "~/models/money/whole-prices/whole-prices"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** The prices that a currency without cents rounds, to be confirmed. */
export function RoundingCallout({ rounding, was }: { rounding: Rounding; was: string }) {
  const { currency, count, examples, charges } = rounding
  return (
    <Callout tone="amber">
      <input type="hidden" name="reviewed" value={reviewedRounding(rounding)} />
      <p role="status">
        {currency} has no cents.{" "}
        {count > 0 ? `${countOf(count, "price is", "prices are")} rounded to whole amounts. ` : ""}Save again
        to confirm.
      </p>
      {examples.length > 0 ? (
        <LedgerList
          rows={examples.map(({ what, name, fromMinor, toMinor }) => ({
            label: name ? `${what}, ${name}` : what,
            amount: `${formatMoney(fromMinor, was)} → ${formatMoney(toMinor, currency)}`,
          }))}
        />
      ) : null}
      {count > examples.length ? (
        <p className="small">And {countOf(count - examples.length, "more price")}.</p>
      ) : null}
      {charges > 0 ? (
        <p>
          {countOf(charges, "charge that isn’t", "charges that aren’t")} invoiced yet{" "}
          {charges === 1 ? "keeps its" : "keep their"} fraction. Change or remove{" "}
          <Link to={paths.unbilled()}>what’s ready to invoice</Link> first.
        </p>
      ) : null}
    </Callout>
  )
}

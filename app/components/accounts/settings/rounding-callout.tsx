import { Callout } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { type Rounding, reviewedRounding } from "~/models/money/whole-prices/whole-prices"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** The prices and charges that a currency without cents rounds, to be confirmed. */
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
      {charges.count > 0 ? (
        <p>
          {countOf(charges.count, "charge that isn’t", "charges that aren’t")} invoiced yet{" "}
          {charges.count === 1 ? "is" : "are"} rounded too:{" "}
          <Link to={paths.unbilled()}>ready to invoice</Link> {formatMoney(charges.fromMinor, was)} →{" "}
          {formatMoney(charges.toMinor, currency)}
          {differenceText(charges.toMinor - charges.fromMinor, currency)}.
        </p>
      ) : null}
    </Callout>
  )
}

const differenceText = (minor: number, currency: string): string =>
  minor === 0 ? "" : `, ${formatMoney(Math.abs(minor), currency)} ${minor > 0 ? "more" : "less"}`

import { Fragment } from "react"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { isChangedByHand } from "~/models/money/charge/charge"
import type { ReadyCharge, ReadyFamily } from "~/models/money/ready-to-invoice/ready-families"
import { familyLabel } from "~/models/people/family/family-name"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export type ListedFamily = ReadyFamily & { charged: ReadyCharge[] }

const dayRangeText = (from: string, to: string) =>
  from === to ? formatDate(from, "day") : `${formatDate(from, "day")} to ${formatDate(to, "day")}`

/** How many items an invoice would have, and each of them with what can be done about it. */
export function ReadyItems({ family, currency }: { family: ListedFamily; currency: string }) {
  const { familyId, from, to, charged } = family
  const whose = familyLabel(family)
  return (
    <details>
      <summary>
        {`${countOf(charged.length, "item")}, ${dayRangeText(from, to)}`}
        <span className="visually-hidden">{` for ${whose}`}</span>
      </summary>
      <LedgerList
        rows={charged.map((charge) => ({
          label: <ChargeLine charge={charge} currency={currency} />,
          amount: formatMoney(charge.amountMinor, currency),
        }))}
      />
      <p>
        <Link
          to={paths.newInvoice({ family: familyId, from, to })}
          aria-label={`Create invoice for ${whose}`}
        >
          Create invoice
        </Link>{" "}
        <Link to={paths.family(familyId)} aria-label={`Family billing of ${whose}`}>
          Family billing
        </Link>
      </p>
    </details>
  )
}

function ChargeLine({ charge, currency }: { charge: ReadyCharge; currency: string }) {
  const { chargeId, seatId, source = "seat", discounts = [], usualMinor } = charge
  const line = `${formatDate(charge.occurredOn, "short")}, ${charge.text}`
  const links = [
    ...(isChangedByHand(source) ? [{ to: paths.charge(chargeId), text: "Edit" }] : []),
    ...(seatId ? [{ to: paths.waiver(seatId), text: "Waive" }] : []),
  ]
  // One text, as no two may lie beside each other in what is kept.
  const isPlain = discounts.length === 0 && usualMinor === undefined
  return (
    <>
      {isPlain && links.length > 0 ? `${line} ` : line}
      {discounts.map(({ reason, amountMinor: off }) => (
        <span key={reason} className="block small dim">
          {`${reason}: ${formatMoney(-off, currency)}`}
        </span>
      ))}{" "}
      {usualMinor === undefined ? null : (
        <span className="block small dim">
          {`Changed by hand, usually ${formatMoney(usualMinor, currency)}`}
        </span>
      )}
      {links.map(({ to, text }, index) => (
        <Fragment key={text}>
          {isPlain && index === 0 ? null : " "}
          <Link to={to} aria-label={`${text} ${line}`}>
            {text}
          </Link>
        </Fragment>
      ))}
    </>
  )
}

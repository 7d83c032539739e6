import { Fragment } from "react"
import { FamilyTitle } from "~/components/people/family/family-title"
import { LedgerList } from "~/components/ui/ledger-list"
import { useIsLimited } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import { Kept } from "~/components/ui/row-texts"
import { Status } from "~/components/ui/status"
import { type ChargeSource, isChangedByHand } from "~/models/money/charge/charge"
import { type ReadyFamily, unusualItems } from "~/models/money/ready-to-invoice/ready-families"
import { familyLabel } from "~/models/people/family/family-name"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { monthBounds, monthOf } from "~/utils/dates"
import { currentFormats } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type Charge = {
  chargeId: string
  seatId: string | null
  source: ChargeSource
  occurredOn: string
  description: string
  reason: string
  amountMinor: number
  /** of an amount that was set by hand: what it came to before */
  usualMinor?: number
  discounts: { reason: string; amountMinor: number }[]
}

export type ListedFamily = ReadyFamily & { charged: Charge[] }

type ReadyRowProps = { family: ListedFamily; isSelected: boolean; currency: string }

/** A family of Ready to invoice: its box, its items, where the invoice goes and what to check first. */
export function ReadyRow(props: ReadyRowProps) {
  const isLimited = useIsLimited()
  return (
    <Kept
      as="tr"
      of={isLimited ? undefined : ["ready", props, currentFormats()]}
      draw={() => <ReadyCells {...props} />}
    />
  )
}

function ReadyCells({ family, isSelected, currency }: ReadyRowProps) {
  const { familyId, familyName, familyChildren, amountMinor, problem } = family
  const amount = formatMoney(amountMinor, currency)
  return (
    <>
      <td className="pick">
        <label>
          <input
            type="checkbox"
            name="family[]"
            value={familyId}
            defaultChecked={problem === null && isSelected}
            disabled={problem !== null}
            aria-label={`Invoice ${familyLabel({ familyName, familyChildren })}, ${amount}`}
          />
        </label>
      </td>
      <td className="family">
        <b>
          <FamilyTitle familyName={familyName} familyChildren={familyChildren} />
        </b>
      </td>
      <td className="items">
        <Items family={family} currency={currency} />
      </td>
      <td className="send-to">
        <SendTo family={family} currency={currency} />
      </td>
      <td className="amount numeric">{amount}</td>
    </>
  )
}

const dayRangeText = (from: string, to: string) =>
  from === to ? formatDate(from, "day") : `${formatDate(from, "day")} to ${formatDate(to, "day")}`

function Items({ family, currency }: { family: ListedFamily; currency: string }) {
  const { familyId, from, to, charged } = family
  return (
    <details>
      <summary>{`${countOf(charged.length, "item")}, ${dayRangeText(from, to)}`}</summary>
      <LedgerList
        rows={charged.map((charge) => ({
          label: <ChargeLine charge={charge} currency={currency} />,
          amount: formatMoney(charge.amountMinor, currency),
        }))}
      />
      <p>
        <Link to={paths.newInvoice({ family: familyId, from, to })}>Create invoice</Link>{" "}
        <Link to={paths.family(familyId)}>Family billing</Link>
      </p>
    </details>
  )
}

function ChargeLine({ charge, currency }: { charge: Charge; currency: string }) {
  const { chargeId, seatId, source, discounts, usualMinor } = charge
  const line = [formatDate(charge.occurredOn, "short"), charge.description, charge.reason].join(", ")
  const links = [
    ...(isChangedByHand(source) ? [{ to: paths.charge(chargeId), text: "Edit" }] : []),
    ...(seatId && source === "seat" ? [{ to: paths.waiver(seatId), text: "Waive" }] : []),
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
      ))}
      {usualMinor === undefined ? null : (
        <span className="block small dim">
          {`Changed by hand, usually ${formatMoney(usualMinor, currency)}`}
        </span>
      )}
      {links.map(({ to, text }, index) => (
        <Fragment key={text}>
          {isPlain && index === 0 ? null : " "}
          <Link to={to}>{text}</Link>
        </Fragment>
      ))}
    </>
  )
}

/** The payers' addresses, or why to look first and what to do about it. */
function SendTo({ family, currency }: { family: ListedFamily; currency: string }) {
  const {
    familyId,
    from,
    to,
    problem,
    needsPrint,
    sendTo,
    payers,
    usualMinor,
    missing,
    unpriced,
    hold,
    charged,
  } = family
  if (problem !== null)
    return (
      <span className="bad">
        {`${problem} `}
        <Link to={paths.family(familyId)}>Family billing</Link>
      </span>
    )
  const month = monthOf(to)
  return (
    <>
      {usualMinor !== null ? (
        <span className="warning">
          <Status head="half" tone="warn">
            Unusual amount
          </Status>
          {`. Usually ${formatMoney(usualMinor, currency)}, now with ${unusualItems(charged, usualMinor)}. `}
          {monthOf(from) < month ? (
            <Link
              to={paths.newInvoice({
                family: familyId,
                from: monthBounds(month).first,
                to: monthBounds(month).last,
              })}
            >
              {`Limit to ${formatDate(`${month}-01`, "month")}`}
            </Link>
          ) : null}
        </span>
      ) : null}
      {needsPrint ? (
        <span className="warning">
          <Status head="open" tone="warn">
            No email
          </Status>
          . You’ll need to print this invoice. <Link to={paths.family(familyId)}>Add email</Link>
        </span>
      ) : null}
      {missing ? (
        <span className="warning">
          <Status head="open" tone="warn">
            Attendance missing
          </Status>
          {`. ${countOf(missing.lessons, "lesson")} can’t be billed yet. `}
          <Link to={paths.session(missing.sessionId)}>Take attendance</Link>
        </span>
      ) : null}
      {unpriced ? (
        <span className="warning">
          <Status head="open" tone="warn">
            No price
          </Status>
          {`. ${countOf(unpriced.lessons, "lesson")} of ${unpriced.className} can’t be billed yet. `}
          <Link
            to={paths.newInvoice({ family: familyId, from, to, back: "ready" })}
            aria-label={`Set price of ${unpriced.className}`}
          >
            Set price
          </Link>
        </span>
      ) : null}
      {hold === null ? null : (
        <span className="warning">
          <Status head="open" tone="warn">
            On hold
          </Status>
          <span className="wrap-anywhere">{`. Left out of automatic invoices: ${hold}.`}</span>{" "}
          <Link to={paths.automaticInvoices()}>View holds</Link>
        </span>
      )}
      <span className="dim small">
        {[payers, sendTo.length > 0 ? ` (${sendTo.join(", ")})` : ""].join("")}
      </span>
    </>
  )
}

import { FamilyTitle } from "~/components/people/family/family-title"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { notEmailedText, returnTexts } from "~/models/foundation/outbox/returned-address"
import { unusualItems } from "~/models/money/ready-to-invoice/ready-families"
import { familyLabel } from "~/models/people/family/family-name"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { monthBounds, monthOf } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { type ListedFamily, ReadyItems } from "./ready-items"

type ReadyRowProps = { family: ListedFamily; isSelected: boolean; currency: string }

/** A family of Ready to invoice: its box, its items, where the invoice goes and what to check first. */
export function ReadyRow({ family, isSelected, currency }: ReadyRowProps) {
  const { familyId, familyName, familyChildren, amountMinor, problem } = family
  const amount = formatMoney(amountMinor, currency)
  return (
    <tr>
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
        <h3>
          <FamilyTitle familyName={familyName} familyChildren={familyChildren} />
        </h3>
      </td>
      <td className="items">
        <ReadyItems family={family} currency={currency} />
      </td>
      <td className="send-to">
        <SendTo family={family} currency={currency} />
      </td>
      <td className="amount numeric">{amount}</td>
    </tr>
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
    returns,
    sendTo,
    payers,
    usualMinor,
    missing,
    unpriced,
    hold,
    charged,
  } = family
  const whose = familyLabel(family)
  if (problem !== null)
    return (
      <span className="bad">
        {`${problem} `}
        <Link to={paths.family(familyId)} aria-label={`Family billing of ${whose}`}>
          Family billing
        </Link>
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
              <span className="visually-hidden">{` for ${whose}`}</span>
            </Link>
          ) : null}
        </span>
      ) : null}
      {needsPrint ? (
        <span className="warning">
          <Status head="open" tone="warn">
            No email
          </Status>
          . You’ll need to print this invoice.{" "}
          <Link to={paths.family(familyId)}>
            Add email<span className="visually-hidden">{` for ${whose}`}</span>
          </Link>
        </span>
      ) : null}
      {returns.length > 0 ? (
        <span className="warning">
          <Status head="open" tone="warn">
            {returnTexts.bounced}
          </Status>
          {`. ${notEmailedText(returns)} `}
          <Link to={paths.returnedEmails()}>Returned emails</Link>
        </span>
      ) : null}
      {missing ? (
        <span className="warning">
          <Status head="open" tone="warn">
            Attendance missing
          </Status>
          {`. ${countOf(missing.lessons, "lesson")} can’t be billed yet. `}
          <Link to={paths.session(missing.sessionId)} aria-label={`Take attendance for ${whose}`}>
            Take attendance
          </Link>
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
      <span className="dim small">{sendTo.length > 0 ? `${payers} (${sendTo.join(", ")})` : payers}</span>
    </>
  )
}

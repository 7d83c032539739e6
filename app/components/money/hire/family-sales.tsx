import { Link } from "~/components/ui/link"
import type { Hire } from "~/models/money/hire/hire"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type FamilySalesProps = { hires: Hire[]; familyId: string; currency: string }

/** The instruments a family hires, with the ways to hire out another one and to sell a material. */
export function FamilySales({ hires, familyId, currency }: FamilySalesProps) {
  return (
    <>
      <h2>Materials and instruments</h2>
      {hires.length > 0 ? (
        <ul className="rows small">
          {hires.map((hire) => (
            <li key={hire.id}>
              <span>
                <Link to={paths.hire(hire.id)}>{hire.item}</Link>, {hire.studentName}
                <span className="dim">
                  , from {formatDate(hire.startsOn, "medium")}
                  {hire.endsOn ? ` to ${formatDate(hire.endsOn, "medium")}` : null}
                </span>
              </span>{" "}
              <span className="numeric">{formatMoney(hire.priceMinor, currency)} a month</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No rented instruments.</p>
      )}
      <p className="no-print">
        <Link to={paths.sellMaterial({ family: familyId })}>Sell a material</Link> ·{" "}
        <Link to={paths.newHire({ family: familyId })}>Rent out an instrument</Link>
      </p>
    </>
  )
}

import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import { Status } from "~/components/ui/status"
import { shownMinor } from "~/models/accounts/tax/tax"
import { isChangedByHand } from "~/models/money/charge/charge"
import type { OfferedLine } from "~/models/money/invoice/invoice"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

type OfferedLinesProps = {
  lines: OfferedLine[]
  /** IDs of the items that are not selected. */
  off: ReadonlySet<string>
  onTick: (id: string, selected: boolean) => void
  currency: string
}

/** Section B: what the invoice could hold, each item with its date and reason; all are selected at first. */
export function OfferedLines({ lines, off, onTick, currency }: OfferedLinesProps) {
  return (
    <>
      <h2 id="step-b">
        <RehearsalLetter letter="B" />
        {foundText(lines.length)}
      </h2>
      {lines.length === 0 ? (
        <p className="dim">No charges in this period. Choose other dates or add an item.</p>
      ) : (
        <table className="data-table middle compact" id="invoice-charge" tabIndex={-1}>
          <caption className="visually-hidden" id="invoice-seat" tabIndex={-1}>
            Invoice items
          </caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Date</th>
              <th scope="col">Reason</th>
              <th scope="col" className="numeric">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <label className="checkbox">
                    <input
                      type="checkbox"
                      name={line.source === "telling" ? "seat[]" : "charge[]"}
                      value={line.id}
                      checked={!off.has(line.id)}
                      onChange={(event) => onTick(line.id, event.currentTarget.checked)}
                    />
                    <span>{line.description}</span>
                  </label>
                </td>
                <td data-l="Date" className="whitespace-nowrap">
                  {formatDate(line.occurredOn, "short")}
                </td>
                <td data-l="Reason">
                  <Reason line={line} /> <EditButton line={line} />
                  {line.discounts.map(({ reason, amountMinor }) => (
                    <span key={reason} className="block small dim">
                      {reason}: {formatMoney(-amountMinor, currency)}
                    </span>
                  ))}
                </td>
                <td data-l="Amount" className="numeric beside">
                  {formatMoney(shownMinor(line), currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** To the charge's own page and back, with what the form holds. */
function EditButton({ line: { id, source, description, occurredOn } }: { line: OfferedLine }) {
  if (source === "telling" || !isChangedByHand(source)) return null
  return (
    <button type="submit" name="edit" value={id} className="as-link small" formNoValidate>
      Edit
      <span className="visually-hidden">
        {" "}
        {description}, {formatDate(occurredOn, "short")}
      </span>
    </button>
  )
}

const foundText = (count: number) => (count === 0 ? "No items" : countOf(count, "item"))

const heads = { present: "on", late: "half", absent: "x", excused: "open", cancelled: "rest" } as const

function Reason({ line: { source, reason, mark } }: { line: OfferedLine }) {
  if (mark === null) return <span>{reason}</span>
  const head = heads[mark]
  if (source === "seat")
    return (
      <Status head={head} tone={head === "x" ? "bad" : undefined}>
        {reason}
      </Status>
    )
  const [lead, ...rest] = reason.split(", ")
  return (
    <span>
      <Status head={head}>{rest.length > 0 ? `${lead},` : lead}</Status>{" "}
      <span className="small dim">{rest.join(", ")}</span>
    </span>
  )
}

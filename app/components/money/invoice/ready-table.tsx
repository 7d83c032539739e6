import { numberingOfRows } from "~/components/ui/numbering"
import { StillRows } from "~/components/ui/still-rows"
import { needsCheck } from "~/models/money/ready-to-invoice/ready-families"
import { countOf } from "~/utils/count-of"
import type { ListedFamily } from "./ready-items"
import { ReadyRow } from "./ready-row"

type ReadyTableProps = {
  /** Undefined in the browser where the document already shows them. */
  families: ListedFamily[] | undefined
  /** How many of the page's are to be checked first, and how many aren't. */
  groups: { toCheck: number; ready: number }
  /** Of the whole list. */
  toCheck: number
  listed: number
  currency: string
  isSelected: (familyId: string) => boolean
}

const mostNumbered = 500
const numberOf = numberingOfRows<ListedFamily>(mostNumbered)

/** Those to check first, then the others, each with its own heading and the number in the whole list. */
export function ReadyTable({ families, groups, toCheck, listed, currency, isSelected }: ReadyTableProps) {
  const those = (isToCheck: boolean) => families?.filter((family) => needsCheck(family) === isToCheck)
  const bodies = [
    {
      id: "families-to-check",
      title: `Check first, ${countOf(toCheck, "family", "families")}`,
      shown: groups.toCheck,
      rows: those(true),
    },
    {
      id: "families-ready",
      title: `Ready, ${countOf(listed - toCheck, "family", "families")}`,
      shown: groups.ready,
      rows: those(false),
    },
  ]
  return (
    <table className="ready-table">
      <caption className="visually-hidden">Families ready to invoice</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Select</span>
          </th>
          <th scope="col">Family</th>
          <th scope="col">Items</th>
          <th scope="col">Send to</th>
          <th scope="col" className="numeric">
            Amount
          </th>
        </tr>
      </thead>
      {bodies
        .filter(({ shown }) => shown > 0)
        .map(({ id, title, rows }) => (
          <StillRows
            key={id}
            id={id}
            rows={rows && [title, ...rows]}
            look={`ready to invoice ${currency}`}
            keyOf={(row) => (typeof row === "string" ? row : [numberOf(row), isSelected(row.familyId)])}
            draw={(row) =>
              typeof row === "string" ? (
                <tr key="title">
                  <th scope="rowgroup" colSpan={5} className="group">
                    {row}
                  </th>
                </tr>
              ) : (
                <ReadyRow
                  key={row.familyId}
                  family={row}
                  isSelected={isSelected(row.familyId)}
                  currency={currency}
                />
              )
            }
          />
        ))}
    </table>
  )
}

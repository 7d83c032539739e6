import { JumpLinks } from "~/components/ui/jump-links"
import { needsCheck } from "~/models/money/ready-to-invoice/ready-families"
import { countOf } from "~/utils/count-of"
import type { ListedFamily } from "./ready-items"
import { ReadyRow } from "./ready-row"

type ReadyTableProps = {
  families: ListedFamily[]
  /** Of the whole list. */
  toCheck: number
  listed: number
  currency: string
  isSelected: (familyId: string) => boolean
}

/** Those to check first, then the others, each with its own heading and the number in the whole list. */
export function ReadyTable({ families, toCheck, listed, currency, isSelected }: ReadyTableProps) {
  const groups = [
    {
      id: "check-first",
      title: `Check first, ${countOf(toCheck, "family", "families")}`,
      those: families.filter(needsCheck),
    },
    {
      id: "ready",
      title: `Ready, ${countOf(listed - toCheck, "family", "families")}`,
      those: families.filter((family) => !needsCheck(family)),
    },
  ].filter(({ those }) => those.length > 0)
  return (
    <>
      <JumpLinks
        to={[...groups.map(({ id, title }) => ({ id, label: title })), { id: "ready-total", label: "Total" }]}
      />
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
        {groups.map(({ id, title, those }) => (
          <tbody key={title}>
            <tr>
              <td colSpan={5} className="group" id={id}>
                <h2>{title}</h2>
              </td>
            </tr>
            {those.map((family) => (
              <ReadyRow
                key={family.familyId}
                family={family}
                isSelected={isSelected(family.familyId)}
                currency={currency}
              />
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

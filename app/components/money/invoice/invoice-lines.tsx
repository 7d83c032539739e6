import { beforeDiscounts, type PaperFacts, remarkOf, withoutName } from "~/models/money/invoice/invoice-paper"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type Line = PaperFacts["groups"][number]["lines"][number]
export type InvoiceGroup = { studentName: string | null; lines: Line[] }

type InvoiceLinesProps = { caption: string; groups: InvoiceGroup[]; currency: string }

/** Every line with its date and reason, under the child it is for. */
export function InvoiceLines({ caption, groups, currency }: InvoiceLinesProps) {
  return (
    <table className="invoice-lines">
      <caption>{caption}</caption>
      {groups.map(({ studentName, lines }, index) => (
        <tbody key={studentName ?? ""}>
          <tr>
            <th scope="rowgroup" colSpan={index === 0 ? 1 : 2}>
              {studentName ?? "Whole family"}
            </th>
            {index === 0 ? (
              <th scope="col" className="numeric">
                {currency}
              </th>
            ) : null}
          </tr>
          {lines.flatMap((line) => [
            <tr key={line.id}>
              <td className="line-text">
                {formatDate(line.occurredOn, "short")}, {withoutName(line.description, studentName)}
                {remarkOf(line) ? (
                  <>
                    <br />
                    <span className="dim">{remarkOf(line)}</span>
                  </>
                ) : null}
              </td>
              <td className="numeric">{formatMoney(beforeDiscounts(line), currency)}</td>
            </tr>,
            ...line.discounts.map(({ reason, amountMinor }) => (
              <tr key={`${line.id} ${reason}`}>
                <td className="dim line-text">{reason}</td>
                <td className="numeric">{formatMoney(-amountMinor, currency)}</td>
              </tr>
            )),
          ])}
        </tbody>
      ))}
    </table>
  )
}

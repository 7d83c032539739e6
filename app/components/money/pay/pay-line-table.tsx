import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import type { PayLine } from "~/models/money/pay/pay"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type PayLineTableProps = {
  heading: string
  lines: PayLine[]
  currency: string
  /** false for a solo teacher, who pays no one */
  isPaid: boolean
}

/** What a teacher's period adds up from: each lesson, extra work and correction with its rule. */
export function PayLineTable({ heading, lines, currency, isPaid }: PayLineTableProps) {
  return (
    <>
      <DataTable
        caption={`Lessons in ${heading}`}
        rows={lines}
        rowKey={({ sessionId, extraWorkId }) => sessionId ?? extraWorkId ?? ""}
        terse
        columns={[
          {
            label: "Lesson",
            cell: ({ sessionId, title }) =>
              sessionId ? <Link to={paths.session(sessionId)}>{title}</Link> : title,
          },
          { label: "Date", cell: ({ localDate }) => formatDate(localDate, "short") },
          { label: "Length", cell: ({ minutes }) => (minutes === null ? "–" : `${minutes} min`) },
          ...(isPaid
            ? [
                { label: "Rate", cell: ({ rule }: PayLine) => rule },
                {
                  label: "Pay",
                  numeric: true,
                  cell: ({ amountMinor }: PayLine) =>
                    amountMinor === null ? "–" : formatMoney(amountMinor, currency),
                },
              ]
            : []),
        ]}
      />
      {isPaid && lines.some(({ rule }) => rule.includes("%")) ? (
        <p className="small dim">Percentages are rounded for each lesson.</p>
      ) : null}
    </>
  )
}

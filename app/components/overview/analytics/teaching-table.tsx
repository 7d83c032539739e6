import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { none } from "~/models/overview/analytics/analytics-period"
import { hoursText } from "~/models/overview/analytics/hours-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { type Address, CardHead } from "./card-head"

type Row = {
  id: string | null
  name: string
  sessions: number
  minutes: number
  attendedPercent: number | null
  /** null for someone who doesn’t see prices */
  chargedMinor: number | null
}

type TeachingTableProps = {
  by: "teacher" | "instrument"
  rows: Row[]
  currency: string
  address: Address
}

const labels = { teacher: "Teacher", instrument: "Instrument" }

/** Lessons given, summed up; the rows add up to the figures above them, and each figure opens its lessons. */
export function TeachingTable({ by, rows, currency, address }: TeachingTableProps) {
  const title = `Lessons given by ${by}`
  const figure = (of: MetricKey, { id }: Row, text: string) => {
    const narrowed = { ...address, [by]: id ?? none }
    return (
      <Figure of={of} to={paths.figureRows({ ...narrowed, card: "lessons-given", of })}>
        {text}
      </Figure>
    )
  }
  return (
    <section className="section">
      <CardHead title={title} file={`taught-by-${by}`} address={address} />
      <DataTable
        caption={title}
        rows={rows}
        rowKey={({ id, name }) => id ?? name}
        columns={[
          {
            label: labels[by],
            cell: ({ id, name }) =>
              by === "teacher" && id ? <Link to={paths.teacher(id)}>{name}</Link> : name,
          },
          {
            label: "Lessons",
            numeric: true,
            cell: (row) => figure("taught-lessons", row, formatNumber(row.sessions)),
          },
          {
            label: "Hours",
            numeric: true,
            cell: (row) => figure("taught-hours", row, hoursText(row.minutes)),
          },
          {
            label: "Attended",
            numeric: true,
            cell: ({ attendedPercent }) => (
              <Figure of="attendance-rate">{attendedPercent === null ? "–" : `${attendedPercent}%`}</Figure>
            ),
          },
          ...(rows.some(({ chargedMinor }) => chargedMinor !== null)
            ? [
                {
                  label: "Charged for lessons",
                  numeric: true,
                  cell: (row: Row) =>
                    figure("charged-for-lessons", row, formatMoney(row.chargedMinor ?? 0, currency)),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}

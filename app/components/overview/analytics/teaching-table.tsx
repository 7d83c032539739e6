import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { hoursText } from "~/models/overview/analytics/hours-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
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
  by: "Teacher" | "Instrument"
  rows: Row[]
  currency: string
  address: Address
  /** The page that a row links to. */
  addressOf: (row: Row) => string | undefined
}

/** Lessons given, summed up; the rows add up to the figures above them. */
export function TeachingTable({ by, rows, currency, address, addressOf }: TeachingTableProps) {
  const title = `Lessons given by ${by.toLowerCase()}`
  return (
    <section className="section">
      <CardHead title={title} file={`taught-by-${by.toLowerCase()}`} address={address} />
      <DataTable
        caption={title}
        rows={rows}
        rowKey={({ id, name }) => id ?? name}
        columns={[
          {
            label: by,
            cell: (row) => {
              const to = addressOf(row)
              return to ? <Link to={to}>{row.name}</Link> : row.name
            },
          },
          { label: "Lessons", numeric: true, cell: ({ sessions }) => formatNumber(sessions) },
          { label: "Hours", numeric: true, cell: ({ minutes }) => hoursText(minutes) },
          {
            label: "Attended",
            numeric: true,
            cell: ({ attendedPercent }) => (attendedPercent === null ? "–" : `${attendedPercent}%`),
          },
          ...(rows.some(({ chargedMinor }) => chargedMinor !== null)
            ? [
                {
                  label: "Charged",
                  numeric: true,
                  cell: ({ chargedMinor }: Row) => formatMoney(chargedMinor ?? 0, currency),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}

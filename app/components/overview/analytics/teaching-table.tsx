import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { hoursText } from "./hours-of-the-week"

type Row = {
  id: string | null
  name: string
  sessions: number
  minutes: number
  attendedPercent: number | null
  chargedMinor: number
}

type TeachingTableProps = {
  /** "Teacher" or "Instrument" */
  by: string
  rows: Row[]
  currency: string
  /** The page that a row links to. */
  addressOf: (row: Row) => string | undefined
}

/** Lessons given, summed up; the rows add up to the figures above them. */
export function TeachingTable({ by, rows, currency, addressOf }: TeachingTableProps) {
  return (
    <DataTable
      caption={`Lessons given by ${by.toLowerCase()}`}
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
        {
          label: "Charged",
          numeric: true,
          cell: ({ chargedMinor }) => formatMoney(chargedMinor, currency),
        },
      ]}
    />
  )
}

import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { none } from "~/models/overview/analytics/analytics-period"
import { durationText } from "~/utils/durations"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { Address } from "./card-head"
import { Definitions } from "./definitions"
import { FoldedCard } from "./folded-card"

type Row = {
  id: string | null
  name: string
  sessions: number
  minutes: number
  attendedPercent: number | null
  /** null for someone who doesn’t see prices */
  chargedMinor: number | null
}

type Sum = Omit<Row, "id" | "name">

type TeachingTableProps = {
  by: "teacher" | "instrument"
  rows: Row[]
  /** all of them, and in the days compared with */
  total: Sum
  before: Sum
  definitions: { name: string; definition: string }[]
  currency: string
  address: Address
}

/** A row with what its figures are narrowed to. */
type Line = Row & { narrowed: Record<string, string> & { days?: "before" } }

/** The students behind a share who attended. */
const expected = { card: "attendance", of: "attendance-expected" }

const labels = { teacher: "Teacher", instrument: "Instrument" }

/** Lessons given, summed up; the rows add up to the figures above them, and each figure opens its lessons. */
export function TeachingTable({
  by,
  rows,
  total,
  before,
  currency,
  address,
  definitions,
}: TeachingTableProps) {
  const title = `Lessons given by ${by}`
  const lines: Line[] = [
    ...rows.map((row) => ({ ...row, narrowed: { [by]: row.id ?? none } })),
    { ...total, id: null, name: "Total", narrowed: {} },
    { ...before, id: null, name: "Previously", narrowed: { days: "before" } },
  ]
  const figure = (of: MetricKey, { narrowed }: Line, text: string) => (
    <Figure of={of} to={paths.figureRows({ ...address, ...narrowed, card: "lessons-given", of })}>
      {text}
    </Figure>
  )
  return (
    <FoldedCard title={title} file={`taught-by-${by}`} address={address}>
      <DataTable
        caption={title}
        terse="labelled"
        rows={lines}
        rowKey={({ id, name, narrowed }) => id ?? `${name} ${Object.keys(narrowed).join()}`}
        columns={[
          {
            label: labels[by],
            cell: ({ id, name, narrowed }) =>
              by === "teacher" && id ? (
                <Link to={paths.teacher(id)}>{name}</Link>
              ) : by in narrowed ? (
                name
              ) : (
                <b>{name}</b>
              ),
          },
          {
            label: "Lessons",
            numeric: true,
            cell: (row) => figure("taught-lessons", row, formatNumber(row.sessions)),
          },
          {
            label: "Hours",
            numeric: true,
            cell: (row) => figure("taught-hours", row, durationText(row.minutes)),
          },
          {
            label: "Attended",
            numeric: true,
            cell: ({ attendedPercent, narrowed }) => (
              <Figure
                of="attendance-rate"
                to={
                  attendedPercent === null
                    ? undefined
                    : paths.figureRows({ ...address, ...narrowed, ...expected })
                }
              >
                {attendedPercent === null ? "–" : `${attendedPercent}%`}
              </Figure>
            ),
          },
          ...(total.chargedMinor !== null
            ? [
                {
                  label: "Charged for lessons",
                  numeric: true,
                  cell: (row: Line) =>
                    figure("charged-for-lessons", row, formatMoney(row.chargedMinor ?? 0, currency)),
                },
              ]
            : []),
        ]}
      />
      <Definitions of={definitions} />
    </FoldedCard>
  )
}

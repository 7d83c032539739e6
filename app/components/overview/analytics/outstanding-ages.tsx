import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { Address } from "./card-head"
import { Definitions } from "./definitions"
import { FoldedCard } from "./folded-card"

type Band = { key: string; label: string; invoices: number; openMinor: number }

type OutstandingAgesProps = {
  ageing: Band[]
  /** the same on the day compared with */
  before: Band[]
  dayBefore: string
  /** where all of it is listed, and what that list counts */
  all: { of: MetricKey; to: string }
  currency: string
  definitions: { name: string; definition: string }[]
  address: Address
}

type Line = { key?: string; label: string; invoices: number | null; openMinor: number; beforeMinor: number }

/** All of it, in minor units. */
export const outstandingOf = (bands: readonly Band[]): number =>
  bands.reduce((all, { openMinor }) => all + openMinor, 0)

/** What is outstanding by how long it has been overdue, today and on an earlier day. Each amount opens its parts. */
export function OutstandingAges(props: OutstandingAgesProps) {
  const { ageing, before, dayBefore, all, currency, definitions, address } = props
  const figure = (minor: number, part: string | undefined, days?: "before") => (
    <Figure
      of="open-part"
      to={paths.figureRows({
        ...address,
        ...{ card: "outstanding-by-age", of: "open-part", part, days },
      })}
    >
      {formatMoney(minor, currency)}
    </Figure>
  )
  const lines: Line[] = [
    ...ageing.map((band) => ({
      ...band,
      beforeMinor: before.find(({ key }) => key === band.key)?.openMinor ?? 0,
    })),
    {
      label: "Total outstanding",
      invoices: null,
      openMinor: outstandingOf(ageing),
      beforeMinor: outstandingOf(before),
    },
  ]
  return (
    <FoldedCard title="Outstanding by age" file="outstanding-by-age" address={address}>
      <p className="small">
        <Link to={paths.reminders()}>Overdue invoices</Link>
      </p>
      <DataTable
        caption="Outstanding by age"
        rows={lines}
        rowKey={({ label }) => label}
        columns={[
          { label: "Age", cell: ({ key, label }) => (key ? label : <b>{label}</b>) },
          {
            label: "Invoices",
            numeric: true,
            cell: ({ invoices }) => (invoices === null ? "" : formatNumber(invoices)),
          },
          {
            label: "Today",
            numeric: true,
            cell: ({ key, openMinor }) =>
              key ? figure(openMinor, key) : <Figure {...all}>{formatMoney(openMinor, currency)}</Figure>,
          },
          {
            label: `On ${formatDate(dayBefore, "medium")}`,
            numeric: true,
            cell: ({ key, beforeMinor }) => figure(beforeMinor, key, "before"),
          },
        ]}
      />
      <Definitions of={definitions} />
    </FoldedCard>
  )
}

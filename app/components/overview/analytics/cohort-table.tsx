import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { type Cohort, type CohortSum, retentionSteps } from "~/models/overview/analytics/growth"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { type Address, CardHead } from "./card-head"
import { Definitions } from "./definitions"

type CohortTableProps = {
  cohorts: Cohort[]
  /** all start months together, and those compared with */
  total: CohortSum
  before: CohortSum
  definitions: { name: string; definition: string }[]
  address: Address
}

type Line = CohortSum & { name: string; month?: string; days?: "before" }

/** Of those who joined in a month, how many were still here some months later. Each figure opens them. */
export function CohortTable({ cohorts, total, before, definitions, address }: CohortTableProps) {
  const lines: Line[] = [
    ...cohorts.map(({ month, joined, kept }) => ({
      ...{ name: formatDate(`${month}-01`, "month"), month, joined },
      kept: kept.map((count) => (count === null ? null : { of: joined, count })),
    })),
    { ...total, name: "All start months" },
    { ...before, name: "Previously", days: "before" },
  ]
  const figure = (
    of: "cohort-started" | "cohort-kept",
    { days }: Line,
    part: string | undefined,
    text: string,
  ) => (
    <Figure of={of} to={paths.figureRows({ ...address, card: "cohorts", of, part, days })}>
      {text}
    </Figure>
  )
  return (
    <section className="section">
      <CardHead title="Retention by start month" file="retention-by-start-month" address={address} />
      <DataTable
        caption="Retention by start month"
        rows={lines}
        rowKey={({ name }) => name}
        columns={[
          { label: "Start month", cell: ({ name, month }) => (month ? name : <b>{name}</b>) },
          {
            label: "Students",
            numeric: true,
            cell: (line) => figure("cohort-started", line, line.month, formatNumber(line.joined)),
          },
          ...retentionSteps.map((step, index) => ({
            label: `After ${countOf(step, "month")}`,
            numeric: true,
            cell: (line: Line) => {
              const kept = line.kept[index]
              if (!kept) return "not yet"
              const text = `${formatNumber(kept.count)}, ${Math.round((kept.count / kept.of) * 100)}%`
              return figure("cohort-kept", line, line.month ? `${line.month} ${step}` : String(step), text)
            },
          })),
        ]}
      />
      <Definitions of={definitions} />
    </section>
  )
}

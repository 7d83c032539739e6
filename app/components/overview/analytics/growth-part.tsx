import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { type Cohort, type Mover, retentionSteps } from "~/models/overview/analytics/growth"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { TrendChart } from "../dashboard/trend-chart"
import { type Address, CardHead } from "./card-head"
import { Compared } from "./compared"
import { Definitions } from "./definitions"
import { Movers } from "./movers"

type GrowthPartProps = {
  trend: Parameters<typeof TrendChart>[0]["trend"] | null
  joined: Mover[]
  joinedBefore: number
  left: Mover[]
  leftBefore: number
  reasons: { reason: string; count: number }[]
  cohorts: Cohort[]
  cohortDefinitions: { name: string; definition: string }[]
  definitions: { name: string; definition: string }[]
  address: Address
}

/** Who joined, who left and why, and who stayed. */
export function GrowthPart({ trend, joined, left, reasons, cohorts, ...more }: GrowthPartProps) {
  const { definitions, cohortDefinitions, address, ...before } = more
  const rows = (of: string, part?: string) =>
    paths.figureRows({ ...address, card: "joined-and-left", of, part })
  const cohortFigure = (of: "cohort-started" | "cohort-kept", part: string, text: string) => (
    <Figure of={of} to={paths.figureRows({ ...address, card: "cohorts", of, part })}>
      {text}
    </Figure>
  )
  const leftFigure = (count: number, reason?: string) => (
    <Figure of="students-left" to={rows("students-left", reason)}>
      {formatNumber(count)}
    </Figure>
  )
  return (
    <section className="stack" aria-labelledby="growth">
      <h2 id="growth">Students</h2>
      <Compared
        label="Growth in this period"
        figures={[
          {
            figure: formatNumber(joined.length),
            noun: "joined",
            before: formatNumber(before.joinedBefore),
            to: rows("students-joined"),
            metric: "students-joined",
          },
          {
            figure: formatNumber(left.length),
            noun: "left",
            before: formatNumber(before.leftBefore),
            to: rows("students-left"),
            metric: "students-left",
          },
          {
            figure: formatNumber(joined.length - left.length),
            noun: "net growth, including paused students",
            before: formatNumber(before.joinedBefore - before.leftBefore),
            metric: "students-net",
          },
        ]}
      />
      <Definitions of={definitions} />
      <div className="two-columns even">
        {trend ? (
          <TrendChart trend={trend} file={paths.figureFile({ ...address, card: "students-by-month" })} />
        ) : null}
        <section className="section">
          <header>
            <h3>Names and reasons</h3>
          </header>
          <Movers label="Joined" movers={joined} to={rows("students-joined")} />
          <Movers label="Left" movers={left} to={rows("students-left")} />
          {reasons.length > 0 ? (
            <LedgerList
              rows={reasons.map(({ reason, count }) => ({
                label: reason,
                amount: leftFigure(count, reason),
              }))}
              total={{ label: "Left", amount: leftFigure(left.length) }}
            />
          ) : null}
        </section>
      </div>
      {cohorts.length === 0 ? null : (
        <section className="section">
          <CardHead title="Retention by start month" file="retention-by-start-month" address={address} />
          <DataTable
            caption="Retention by start month"
            rows={cohorts}
            rowKey={({ month }) => month}
            columns={[
              { label: "Start month", cell: ({ month }) => formatDate(`${month}-01`, "month") },
              {
                label: "Students",
                numeric: true,
                cell: ({ month, joined: count }) => cohortFigure("cohort-started", month, String(count)),
              },
              ...retentionSteps.map((step, index) => ({
                label: `After ${countOf(step, "month")}`,
                numeric: true,
                cell: ({ month, joined: count, kept: retained }: Cohort) => {
                  const left = retained[index] ?? null
                  if (left === null) return "not yet"
                  const text = `${left}, ${Math.round((left / count) * 100)}%`
                  return cohortFigure("cohort-kept", `${month} ${step}`, text)
                },
              })),
            ]}
          />
          <Definitions of={cohortDefinitions} />
        </section>
      )}
    </section>
  )
}

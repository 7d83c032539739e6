import { DataTable } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { type Cohort, type Mover, retentionSteps } from "~/models/overview/analytics/growth"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { TrendChart } from "../dashboard/trend-chart"
import { Compared } from "./compared"
import { Movers } from "./movers"

type GrowthPartProps = {
  trend: Parameters<typeof TrendChart>[0]["trend"] | null
  joined: Mover[]
  joinedBefore: number
  left: Mover[]
  leftBefore: number
  reasons: { reason: string; count: number }[]
  cohorts: Cohort[]
}

/** Who joined, who left and why, and who stayed. */
export function GrowthPart({ trend, joined, left, reasons, cohorts, ...before }: GrowthPartProps) {
  return (
    <section className="stack" aria-labelledby="growth">
      <h2 id="growth">Students</h2>
      <Compared
        label="Growth of these months"
        figures={[
          { figure: joined.length, noun: "joined", before: before.joinedBefore, metric: "students-moved" },
          { figure: left.length, noun: "left", before: before.leftBefore, metric: "students-moved" },
          {
            figure: joined.length - left.length,
            noun: "net growth, paused students included",
            before: before.joinedBefore - before.leftBefore,
            metric: "students-moved",
          },
        ]}
      />
      <div className="two-columns even">
        {trend ? <TrendChart trend={trend} /> : null}
        <section className="section">
          <h3>Came and went</h3>
          <Movers label="Joined" movers={joined} />
          <Movers label="Left" movers={left} />
          {reasons.length > 0 ? (
            <LedgerList
              rows={reasons.map(({ reason, count }) => ({ label: reason, amount: String(count) }))}
              total={{ label: "Left", amount: String(left.length) }}
            />
          ) : null}
        </section>
      </div>
      {cohorts.length === 0 ? null : (
        <section className="section">
          <h3>Of those who joined in a month, how many are still here</h3>
          <DataTable
            caption="Still here after some months, by month of joining"
            rows={cohorts}
            rowKey={({ month }) => month}
            columns={[
              { label: "Joined in", cell: ({ month }) => formatDate(`${month}-01`, "month") },
              { label: "Students", numeric: true, cell: ({ joined: count }) => count },
              ...retentionSteps.map((step, index) => ({
                label: `After ${countOf(step, "month")}`,
                numeric: true,
                cell: ({ joined: count, kept: retained }: Cohort) =>
                  retentionText(retained[index] ?? null, count),
              })),
            ]}
          />
        </section>
      )}
    </section>
  )
}

const retentionText = (retained: number | null, joined: number) =>
  retained === null ? "to come" : `${retained}, ${Math.round((retained / joined) * 100)}%`

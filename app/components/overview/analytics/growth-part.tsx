import type { Mover } from "~/models/overview/analytics/growth"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { TrendChart } from "../dashboard/trend-chart"
import type { Address } from "./card-head"
import { CohortTable } from "./cohort-table"
import { Compared } from "./compared"
import { Definitions } from "./definitions"
import { LeavingReasons } from "./leaving-reasons"
import { Movers } from "./movers"
import { openingMonths } from "./opening-months"

type Cohorts = Parameters<typeof CohortTable>[0]

type GrowthPartProps = {
  figures: {
    students: Parameters<typeof TrendChart>[0]["trend"] | null
    byMonth: { month: string }[]
    joined: Mover[]
    joinedBefore: number
    left: Mover[]
    leftBefore: number
    reasons: { reason: string; count: number; before: number }[]
    cohorts: Cohorts["cohorts"]
    cohortSum: Cohorts["total"]
    cohortsBefore: Cohorts["before"]
    cohortDefinitions: Cohorts["definitions"]
    definitions: { name: string; definition: string }[]
  }
  address: Address
}

/** Who joined, who left and why, and who stayed. */
export function GrowthPart({ figures, address }: GrowthPartProps) {
  const { students: trend, byMonth, joined, left, reasons, cohorts, definitions } = figures
  const rows = (of: string) => paths.figureRows({ ...address, card: "joined-and-left", of })
  return (
    <section className="stack" aria-labelledby="growth">
      <h2 id="growth">Students</h2>
      <Compared
        label="Growth in this period"
        figures={[
          {
            figure: formatNumber(joined.length),
            noun: "joined",
            before: formatNumber(figures.joinedBefore),
            to: rows("students-joined"),
            metric: "students-joined",
          },
          {
            figure: formatNumber(left.length),
            noun: "left",
            before: formatNumber(figures.leftBefore),
            to: rows("students-left"),
            metric: "students-left",
          },
          {
            figure: formatNumber(joined.length - left.length),
            noun: "net growth, including paused students",
            before: formatNumber(figures.joinedBefore - figures.leftBefore),
            to: rows("students-net"),
            metric: "students-net",
          },
        ]}
      />
      <Definitions of={definitions} />
      <div className="two-columns even">
        {trend ? (
          <TrendChart
            trend={openingMonths(
              trend,
              byMonth.map(({ month }) => month),
              "students-then",
              (part) => paths.figureRows({ ...address, card: "students-then", of: "students-then", part }),
            )}
            file={paths.figureFile({ ...address, card: "students-by-month" })}
          />
        ) : null}
        <section className="section">
          <header>
            <h3>Names and reasons</h3>
          </header>
          <Movers label="Joined" movers={joined} to={rows("students-joined")} />
          <Movers label="Left" movers={left} to={rows("students-left")} />
          {reasons.length > 0 ? (
            <LeavingReasons
              reasons={reasons}
              total={{ count: left.length, before: figures.leftBefore }}
              address={address}
            />
          ) : null}
        </section>
      </div>
      {cohorts.length === 0 ? null : (
        <CohortTable
          cohorts={cohorts}
          total={figures.cohortSum}
          before={figures.cohortsBefore}
          definitions={figures.cohortDefinitions}
          address={address}
        />
      )}
    </section>
  )
}

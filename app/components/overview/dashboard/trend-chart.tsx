import type { ReactNode } from "react"
import { LineChart } from "~/components/ui/line-chart"

type Trend = {
  noun: string
  finding: string
  /** The month that is not over, beside as much of the month before. */
  soFar?: string | null
  summary: string
  low: string
  high: string
  points: { label: string; value: string; height: number; soFar?: boolean }[]
}

/** A finding, its chart, and the same figures as a table. */
export function TrendChart({ trend, children }: { trend: Trend; children?: ReactNode }) {
  return (
    <section className="section">
      <h2>{trend.finding}</h2>
      {trend.soFar ? <p className="small dim">{trend.soFar}.</p> : null}
      <LineChart
        summary={trend.summary}
        points={trend.points}
        low={trend.low}
        high={trend.high}
        columns={["Month", trend.noun]}
      />
      {children}
    </section>
  )
}

import type { ReactNode } from "react"
import { LineChart, type Point } from "~/components/ui/line-chart"

export type Trend = {
  noun: string
  finding: string
  /** The month that is not over, beside as much of the month before. */
  soFar?: string | null
  summary: string
  low: string
  high: string
  points: Point[]
}

type TrendChartProps = {
  trend: Trend
  /** where its figures are a file */
  file?: string
  children?: ReactNode
}

/** A finding, its chart, and the same figures as a table. */
export function TrendChart({ trend, file, children }: TrendChartProps) {
  return (
    <section className="section">
      {file ? (
        <header>
          <h2>{trend.finding}</h2>
          <a className="no-print" href={file} download aria-label={`Download CSV: ${trend.noun}`}>
            Download CSV
          </a>
        </header>
      ) : (
        <h2>{trend.finding}</h2>
      )}
      {trend.soFar ? <p className="small dim">{`${trend.soFar}.`}</p> : null}
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

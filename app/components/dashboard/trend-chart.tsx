import { LineChart } from "~/components/ui/line-chart"

type Trend = {
  noun: string
  finding: string
  summary: string
  low: string
  high: string
  points: { label: string; value: string; height: number }[]
}

/** A finding, its chart, and the same figures as a table. */
export function TrendChart({ trend }: { trend: Trend }) {
  return (
    <section className="sec">
      <h2>{trend.finding}</h2>
      <LineChart
        summary={trend.summary}
        points={trend.points}
        low={trend.low}
        high={trend.high}
        columns={["Month", trend.noun]}
      />
    </section>
  )
}

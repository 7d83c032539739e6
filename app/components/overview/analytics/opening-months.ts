import type { MetricKeys } from "~/models/foundation/metrics/figures"
import type { Trend } from "../dashboard/trend-chart"

/** A chart whose months open what each counts: `months` are those of its points, `YYYY-MM`. */
export const openingMonths = (
  trend: Trend,
  months: readonly string[],
  of: MetricKeys,
  to: (month: string) => string,
): Trend => ({
  ...trend,
  points: trend.points.map((point, index) => {
    const month = months[index]
    return month === undefined ? point : { ...point, opens: { of, to: to(month) } }
  }),
})

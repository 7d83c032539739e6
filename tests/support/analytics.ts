import type { AnalyticsQuery } from "~/models/overview/analytics/analytics-query.server"

/** What /analytics is asked for where a test chooses nothing. */
export const askedOfAnalytics: AnalyticsQuery = {
  months: 3,
  until: undefined,
  compare: "before",
  teacher: undefined,
  instrument: undefined,
}

/** A viewer with the rights to see amounts and teacher pay. */
export const seesAll = { money: true, pay: true }

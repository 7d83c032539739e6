import { redirect } from "@remix-run/node"
import { filledIn } from "~/http/search-params"
import type { Actor } from "~/models/foundation/access/actor"
import { findAnalyticsInBackground } from "~/models/overview/analytics/analytics.server"
import { analyticsAddress } from "~/models/overview/analytics/analytics-period"
import { AnalyticsQuery, findAnalyticsFilters } from "~/models/overview/analytics/analytics-query.server"
import type { AnalyticsTab } from "~/models/overview/analytics/cards"

/** What a tab shows: its figures, what was chosen, and what can be. A name that one teacher has alone is chosen. */
export async function readTab<Tab extends AnalyticsTab>(
  actor: Actor,
  request: Request,
  tab: Tab,
  to: (address: ReturnType<typeof analyticsAddress>) => string,
) {
  const asked = filledIn(request)
  const search = (asked.q ?? "").trim().slice(0, 100)
  const { query, found, filters } = findAnalyticsFilters(actor, AnalyticsQuery.parse(asked), search)
  const [only] = found
  if (only && found.length === 1) throw redirect(to(analyticsAddress({ ...query, teacher: only.id })))
  const figures = await findAnalyticsInBackground(actor, tab, query, request.signal)
  return { ...figures, query, address: analyticsAddress(query), filters, search, found }
}

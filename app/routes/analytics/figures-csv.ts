import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { findFigureFileInBackground } from "~/models/overview/analytics/analytics.server"
import { AnalyticsQuery, FigureFileKey } from "~/models/overview/analytics/analytics-query.server"
import { writeCsv } from "~/utils/csv.server"

/** The figures of one card of /analytics as CSV, for what was chosen there. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  const asked = filledIn(request)
  const card = FigureFileKey.parse(asked.card)
  const table = orNotFound(
    await findFigureFileInBackground(actor, card, AnalyticsQuery.parse(asked), request.signal),
  )
  return csvAnswer({ fileName: `${card}.csv`, csv: writeCsv(table.head, table.lines) })
}

import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { findFigureRowsInBackground } from "~/models/overview/analytics/analytics.server"
import { FigureRowsQuery } from "~/models/overview/analytics/analytics-query.server"
import { writeCsv } from "~/utils/csv.server"

/** The rows that one figure of /analytics counts, all pages, as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  const query = FigureRowsQuery.parse(filledIn(request))
  const found = orNotFound(await findFigureRowsInBackground(actor, query, null, request.signal))
  const csv = writeCsv(
    ["Name", "Date", "Details", "Teacher", "Instrument", "Minutes", "Amount", "Currency"],
    found.rows.map(({ name, on, detail, teacher, instrument, minutes, amountMinor }) => [
      ...[name, on ?? "", detail, teacher?.name ?? "", instrument ?? ""],
      minutes,
      amountMinor === null ? null : amountMinor / 100,
      amountMinor === null ? "" : actor.school.currency,
    ]),
  )
  return csvAnswer({ fileName: `${query.of}.csv`, csv })
}

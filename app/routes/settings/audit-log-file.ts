import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { activityRows } from "~/models/foundation/audit/activity-rows.server"
import { listEvents, readLogFilter } from "~/models/foundation/audit/audit-log.server"
import { writeCsv } from "~/utils/csv.server"

/** All pages of the filtered activity as CSV; at most 20,000 rows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const { rows } = listEvents(actor, readLogFilter(new URL(request.url).searchParams), null)
  return csvAnswer({
    fileName: "activity.csv",
    csv: writeCsv(
      ["When", "Who", "Activity", "Record", "ID", "Details"],
      activityRows(actor, rows).map(({ at, who, sentence, subject, nounId, facts }) => [
        at,
        who,
        sentence,
        subject,
        nounId,
        facts.map(({ label, before, after }) => `${label}: ${before} → ${after}`).join("; "),
      ]),
    ),
  })
}

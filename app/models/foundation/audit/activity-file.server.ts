import { writeCsv } from "~/utils/csv.server"
import type { Actor } from "../access/actor"
import { activityRows } from "./activity-rows.server"
import { type LogFilter, listEvents } from "./audit-log.server"

/** The filtered activity as CSV; at most 20,000 rows. */
export function writeActivityFile(actor: Actor, filter: LogFilter): { fileName: string; csv: string } {
  const { rows } = listEvents(actor, filter, null)
  return {
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
  }
}

import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { trialStateLabels, trialWhyLabels } from "~/models/attendance/rule-trial/rule-trial"
import { findTrial, listTrialFamilies } from "~/models/attendance/rule-trial/try-rules.server"
import { writeCsv } from "~/utils/csv.server"

/** The absences behind the figures of a replayed term, of all families, as CSV. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const trial = orNotFound(findTrial(actor, params.taskId ?? ""))
  const families = listTrialFamilies(actor, trial.id, { only: "all", page: null })
  const csv = writeCsv(
    ["Family", "Student", "Class", "Date", "As it was", "With these rules", "Last day", "Because"],
    families.flatMap(({ name, rows }) =>
      rows.map((row) => [
        name,
        row.studentName,
        row.className,
        row.date,
        trialStateLabels[row.was],
        trialStateLabels[row.would],
        row.until ?? "",
        trialWhyLabels[row.why],
      ]),
    ),
  )
  return csvAnswer({ fileName: `make-up-rules-${trial.term.startsOn}.csv`, csv })
}

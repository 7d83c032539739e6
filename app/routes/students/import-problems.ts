import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { notFound, requireMember } from "~/http/guards.server"
import { writeProblems } from "~/models/exchange/roster-import/plan-import.server"

/** The skipped rows of an import with their reasons, as a CSV file to correct and import again. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "roster:import")
  const file = await writeProblems(actor, params.importId ?? "")
  if (!file) throw notFound()
  return csvAnswer(file)
}

import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { readLogFilter } from "~/models/foundation/audit/audit-log.server"
import { writeListFile } from "~/models/overview/list-file/list-file.server"

/** All pages of the filtered activity as CSV; at most 20,000 rows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const filter = readLogFilter(new URL(request.url).searchParams)
  return csvAnswer(await writeListFile(actor, "activity", filter, request.signal))
}

import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { HistoryQuery } from "~/models/money/ledger/money-history-query.server"
import { writeListFile } from "~/models/overview/list-file/list-file.server"

/** The events of a filter of /billing/history, all pages, as CSV. More owed is positive, less owed negative. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  return csvAnswer(
    await writeListFile(actor, "history", HistoryQuery.parse(filledIn(request)), request.signal),
  )
}

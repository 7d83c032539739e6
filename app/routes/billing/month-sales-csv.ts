import type { LoaderFunctionArgs } from "@remix-run/node"
import { chosenMonth } from "~/http/chosen-period"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { lastMonth } from "~/models/money/closing/closing.server"
import { writeListFile } from "~/models/overview/list-file/list-file.server"

/** A month's sales in the layout of Xero's template. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const month = chosenMonth(request, lastMonth(actor))
  return csvAnswer(await writeListFile(actor, "sales", { month }, request.signal))
}

import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { writeListFile } from "~/models/overview/list-file/list-file.server"

/** The invoices of a filter of /billing, all pages, as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const filter = InvoiceQuery.parse(filledIn(request))
  return csvAnswer(await writeListFile(actor, "invoices", { filter }, request.signal))
}

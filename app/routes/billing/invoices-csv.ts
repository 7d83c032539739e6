import type { LoaderFunctionArgs } from "@remix-run/node"
import { familyLabel } from "~/models/family/family-name"
import { stateWords } from "~/models/invoice/invoice"
import { InvoiceQuery } from "~/models/invoice/invoice-forms"
import { listInvoices } from "~/models/invoice/list-invoices.server"
import { writeCsv } from "~/utils/csv.server"
import { csvAnswer } from "~/utils/http/file-answer.server"
import { requireMember } from "~/utils/http/guards.server"
import { filledIn } from "~/utils/http/search-params"

/** The invoices of a filter of /billing, all pages, as CSV. Amounts are numbers in the school's currency. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page: _, family: familyId, ...filter } = InvoiceQuery.parse(filledIn(request))
  const { rows } = listInvoices(actor, { ...filter, familyId, page: null })
  const csv = writeCsv(
    ["Number", "Family", "State", "Issued", "Due", "Total", "Paid", "Open", "Currency"],
    rows.map((row) => [
      row.number ?? "",
      familyLabel(row),
      stateWords[row.state].word,
      row.issuedOn ?? "",
      row.dueOn,
      row.totalMinor / 100,
      row.paidMinor / 100,
      row.openMinor / 100,
      actor.school.currency,
    ]),
  )
  return csvAnswer({ fileName: "invoices.csv", csv })
}

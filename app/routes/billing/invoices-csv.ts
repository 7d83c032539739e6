import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { stateLabels } from "~/models/money/invoice/invoice"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { listInvoiceTaxes } from "~/models/money/invoice/invoice-taxes.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { familyLabel } from "~/models/people/family/family-name"
import { writeCsv } from "~/utils/csv.server"

/** The invoices of a filter of /billing, all pages, as CSV. Amounts are numbers in the school's currency. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page: _, family: familyId, ...filter } = InvoiceQuery.parse(filledIn(request))
  const { rows } = listInvoices(actor, { ...filter, familyId, page: null })
  const taxes = listInvoiceTaxes(
    actor,
    rows.map(({ id }) => id),
  )
  const csv = writeCsv(
    ["Number", "Family", "Status", "Issued", "Due", "Total", "Tax", "Paid", "Balance due", "Currency"],
    rows.map((row) => [
      row.number ?? "",
      familyLabel(row),
      stateLabels[row.state].word,
      row.issuedOn ?? "",
      row.dueOn,
      row.totalMinor / 100,
      (taxes.get(row.id) ?? 0) / 100,
      row.paidMinor / 100,
      row.openMinor / 100,
      actor.school.currency,
    ]),
  )
  return csvAnswer({ fileName: "invoices.csv", csv })
}

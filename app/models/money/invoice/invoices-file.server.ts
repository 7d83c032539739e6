import type { Actor } from "~/models/foundation/access/actor"
import { familyLabel } from "~/models/people/family/family-name"
import { writeCsv } from "~/utils/csv.server"
import { stateLabels } from "./invoice"
import type { InvoiceFilter } from "./invoice-filter.server"
import { listInvoiceTaxes } from "./invoice-taxes.server"
import { listInvoices } from "./list-invoices.server"

/**
 * The invoices of a filter as CSV, or of them only those with these ids. Amounts are numbers in the school's currency.
 */
export function writeInvoicesFile(
  actor: Actor,
  filter: InvoiceFilter,
  ids?: readonly string[],
): { fileName: string; csv: string } {
  const chosen = ids && new Set(ids)
  const rows = listInvoices(actor, { ...filter, page: null }).rows.filter(({ id }) => chosen?.has(id) ?? true)
  const taxes = listInvoiceTaxes(
    actor,
    rows.map(({ id }) => id),
  )
  const csv = writeCsv(
    [
      ...["Number", "Family", "Status", "Issued", "Due", "Total", "Tax", "Paid", "Balance due", "Currency"],
      ...["Bill to", "Overdue"],
    ],
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
      row.billTo,
      row.overdueMinor / 100,
    ]),
  )
  return { fileName: "invoices.csv", csv }
}

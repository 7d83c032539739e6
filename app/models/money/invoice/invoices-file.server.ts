import type { Actor } from "~/models/foundation/access/actor"
import { familyLabel } from "~/models/people/family/family-name"
import { writeCsv } from "~/utils/csv.server"
import { stateLabels } from "./invoice"
import type { InvoiceFilter } from "./invoice-filter.server"
import { listInvoiceTaxes } from "./invoice-taxes.server"
import { listChosenInvoices, listInvoices, listInvoicesById } from "./list-invoices.server"

/** The invoices of a filter as CSV, or those with these ids. Amounts are numbers in the school's currency. */
export function writeInvoicesFile(
  actor: Actor,
  asked: InvoiceFilter | { ids: readonly string[] },
): { fileName: string; csv: string } {
  const rows =
    "ids" in asked ? listChosenInvoices(actor, asked.ids) : listInvoices(actor, { ...asked, page: null }).rows
  const found = rows.map(({ id }) => id)
  const taxes = listInvoiceTaxes(actor, found)
  const settled = new Map(listInvoicesById(actor, found).map((invoice) => [invoice.id, settledOf(invoice)]))
  const csv = writeCsv(
    [
      ...["Number", "Family", "Status", "Issued", "Due", "Total", "Tax", "Paid", "Balance due", "Currency"],
      ...["Bill to", "Overdue", "Credited", "Written off"],
    ],
    rows.map((row) => [
      row.number ?? "",
      familyLabel(row),
      stateLabels[row.state].word,
      row.issuedOn ?? "",
      row.dueOn,
      row.totalMinor / 100,
      (taxes.get(row.id) ?? 0) / 100,
      (settled.get(row.id)?.paidMinor ?? 0) / 100,
      row.openMinor / 100,
      actor.school.currency,
      row.billTo,
      row.overdueMinor / 100,
      (settled.get(row.id)?.creditedMinor ?? 0) / 100,
      (settled.get(row.id)?.writtenOffMinor ?? 0) / 100,
    ]),
  )
  return { fileName: "invoices.csv", csv }
}

type Settled = Pick<
  ReturnType<typeof listInvoicesById>[number],
  "paidMinor" | "creditedMinor" | "writtenOffMinor"
>

/** What settles an invoice, apart: payments, credit notes and write-offs; minor units. */
const settledOf = ({ paidMinor, creditedMinor, writtenOffMinor }: Settled) => ({
  paidMinor: Math.max(0, paidMinor - creditedMinor - writtenOffMinor),
  creditedMinor,
  writtenOffMinor,
})

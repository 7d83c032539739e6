import type { Actor } from "~/models/foundation/access/actor"
import { familyLabel } from "~/models/people/family/family-name"
import { writeTable } from "~/utils/csv.server"
import { stateLabels } from "./invoice"
import type { InvoiceFilter } from "./invoice-filter.server"
import { listChosenInvoices, listInvoices, listInvoicesById, listInvoiceTaxes } from "./list-invoices.server"

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
  const csv = writeTable(rows, [
    ["Number", (row) => row.number ?? ""],
    ["Family", familyLabel],
    ["Status", (row) => stateLabels[row.state].word],
    ["Issued", (row) => row.issuedOn ?? ""],
    ["Due", (row) => row.dueOn],
    ["Total", (row) => row.totalMinor / 100],
    ["Tax", (row) => (taxes.get(row.id) ?? 0) / 100],
    ["Paid", (row) => (settled.get(row.id)?.paidMinor ?? 0) / 100],
    ["Balance due", (row) => row.openMinor / 100],
    ["Currency", () => actor.school.currency],
    ["Bill to", (row) => row.billTo],
    ["Overdue", (row) => row.overdueMinor / 100],
    ["Credited", (row) => (settled.get(row.id)?.creditedMinor ?? 0) / 100],
    ["Written off", (row) => (settled.get(row.id)?.writtenOffMinor ?? 0) / 100],
  ])
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

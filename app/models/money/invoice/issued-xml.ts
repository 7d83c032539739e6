import { eInvoiceOf } from "../e-invoice/e-invoice"
import { invoiceXml } from "../e-invoice/invoice-xml"
import type { Invoice } from "./invoice.server"
import { remarkOf } from "./invoice-paper"

// The e-invoices of papers: what they said when they were issued, whatever was paid since.

/** How a credit note is paid. */
const creditTerms = "Credited to the family’s account"

type Remarked<Line> = { studentName: string | null; lines: readonly (Line & { reason: string })[] }

const remarked = <Line>(groups: readonly Remarked<Line>[]) =>
  groups.map(({ studentName, lines }) => ({
    studentName,
    lines: lines.map((line) => ({ ...line, reason: remarkOf(line) ?? "" })),
  }))

/** Null where the invoice isn't one, or a draft. */
export function xmlOfInvoice(invoice: Invoice): string | null {
  if (!invoice.isEInvoice || !invoice.number) return null
  const { periodFrom: from, periodTo: to, bankIban: iban, bankHolder: holder, bankBic: bic } = invoice
  const facts = eInvoiceOf(
    { ...invoice, groups: remarked(invoice.groups) },
    {
      ...{ kind: "invoice", period: { from, to }, dueOn: invoice.paperDueOn, note: invoice.note },
      ...{ corrects: null, terms: null, bank: iban ? { iban, holder, bic } : null },
      paidMinor: invoice.prepaidMinor,
    },
  )
  return invoiceXml(facts)
}

type Note = Omit<Parameters<typeof eInvoiceOf>[0], "groups"> & {
  isEInvoice: boolean
  invoiceNumber: string | null
  invoiceIssuedOn: string | null
  reason: string
  groups: Parameters<typeof eInvoiceOf>[0]["groups"]
}

/** Null where the credit note isn't one. */
export function xmlOfNote(note: Note): string | null {
  if (!note.isEInvoice) return null
  const { invoiceNumber: number, invoiceIssuedOn: issuedOn } = note
  return invoiceXml(
    eInvoiceOf(
      { ...note, groups: remarked(note.groups) },
      {
        ...{ kind: "credit-note", period: null, dueOn: null, note: note.reason, bank: null, paidMinor: 0 },
        ...{ corrects: number === null ? null : { number, issuedOn }, terms: creditTerms },
      },
    ),
  )
}

import { eInvoiceOf } from "../e-invoice/e-invoice"
import { invoiceXml } from "../e-invoice/invoice-xml"
import type { Invoice } from "./invoice.server"
import { remarkOf } from "./invoice-paper"

// The e-invoices of papers: what they said when they were issued, whatever was paid since.

/** Why what has no tax has none, where the school has entered no reason. */
const usualExemption = "Exempt from VAT"
/** How a credit note is paid. */
const creditTerms = "Credited to the family’s account"

type Remarked<Line> = { studentName: string | null; lines: readonly (Line & { reason: string })[] }

const remarked = <Line>(groups: readonly Remarked<Line>[]) =>
  groups.map(({ studentName, lines }) => ({
    studentName,
    lines: lines.map((line) => ({ ...line, reason: remarkOf(line) ?? "" })),
  }))

/** The balance on the day of issue: the total less the payments from before, whatever was paid since. */
export function dueAtIssue({ totalMinor, payments, issuedAt }: Invoice): number {
  const before = payments.filter(({ receivedAt }) => receivedAt < (issuedAt ?? 0))
  return totalMinor - before.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Null where the invoice isn't one, or a draft. */
export function xmlOfInvoice(invoice: Invoice): string | null {
  if (!invoice.isEInvoice || !invoice.number) return null
  const { periodFrom: from, periodTo: to, bankIban: iban, bankHolder: holder, bankBic: bic } = invoice
  const facts = eInvoiceOf({ ...invoice, groups: remarked(invoice.groups) }, usualExemption, {
    ...{ kind: "invoice", period: { from, to }, dueOn: invoice.paperDueOn, note: invoice.note },
    ...{ corrects: null, terms: null, bank: iban ? { iban, holder, bic } : null },
    paidMinor: invoice.totalMinor - dueAtIssue(invoice),
  })
  return invoiceXml(facts)
}

type Note = Omit<Parameters<typeof eInvoiceOf>[0], "groups"> & {
  isEInvoice: boolean
  invoiceNumber: string | null
  reason: string
  groups: Parameters<typeof eInvoiceOf>[0]["groups"]
}

/** Null where the credit note isn't one. */
export const xmlOfNote = (note: Note): string | null =>
  note.isEInvoice
    ? invoiceXml(
        eInvoiceOf({ ...note, groups: remarked(note.groups) }, usualExemption, {
          ...{ kind: "credit-note", period: null, dueOn: null, note: note.reason, bank: null, paidMinor: 0 },
          ...{ corrects: note.invoiceNumber, terms: creditTerms },
        }),
      )
    : null

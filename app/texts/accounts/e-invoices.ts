import type { EInvoiceGap } from "~/models/accounts/school/e-invoices"
import { countOf, formatNumber, formFor } from "~/utils/formats"

/** What an e-invoice lacks, each as the subject of "is missing". */
export const gapLabels: Record<EInvoiceGap, string> = {
  "seller-address": "your school’s address with street, postal code and city",
  "seller-country": "the country in your school’s address",
  "seller-tax": "your VAT ID or tax number",
  exemption: "the reason why you charge no tax",
  "seller-bank": "your bank account",
  "buyer-address": "the payer’s address with street, postal code and city",
  "buyer-country": "a country in the payer’s address that e-invoices have a code for",
  "tax-rounding": "tax that comes to its rate within 1.00: it’s rounded on too many lines",
}

/** How many of the invoices that are about to be sent are ordinary PDFs, and why; empty where all are e-invoices. */
export function ordinaryText(ordinary: readonly (readonly EInvoiceGap[])[]): string {
  if (ordinary.length === 0) return ""
  const gaps = [...new Set(ordinary.flat())]
  const reasons = gaps.map((gap) => {
    const those = ordinary.filter((each) => each.includes(gap)).length
    return those < ordinary.length ? `${gapLabels[gap]} (${formatNumber(those)})` : gapLabels[gap]
  })
  const what = formFor(ordinary.length, "will be an ordinary PDF", "will be ordinary PDFs")
  return `${countOf(ordinary.length, "invoice")} ${what}, not ${formFor(ordinary.length, "an e-invoice", "e-invoices")}. Missing: ${reasons.join("; ")}.`
}

import type { EInvoiceGap } from "~/models/accounts/school/e-invoices"

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

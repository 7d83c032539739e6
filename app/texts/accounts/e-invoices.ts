import type { EInvoiceGap } from "~/models/accounts/school/e-invoices"

/** What an e-invoice lacks, each as the subject of "is missing". */
export const gapLabels: Record<EInvoiceGap, string> = {
  "seller-address": "your school’s address with street, postal code and city",
  "seller-country": "the country in your school’s address",
  "seller-tax": "your VAT ID or tax number",
  "seller-bank": "your bank account",
  "buyer-address": "the payer’s address with street, postal code and city",
}

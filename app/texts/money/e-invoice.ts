import type { EInvoiceGap } from "~/models/money/e-invoice/e-invoice"

/** Why what has no tax has none, where the school has entered no reason. */
export const usualExemption = "Exempt from VAT"

/** How a credit note is paid. */
export const creditTerms = "Credited to the family’s account"

/** What an e-invoice lacks, each as the subject of "is missing". */
export const gapLabels: Record<EInvoiceGap, string> = {
  "seller-address": "your school’s address with street, postal code and city",
  "seller-country": "the country in your school’s address",
  "seller-tax": "your VAT ID or tax number",
  "seller-bank": "your bank account",
  "buyer-address": "the payer’s address with street, postal code and city",
}

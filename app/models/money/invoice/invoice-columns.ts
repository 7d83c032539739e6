import type { Columns } from "~/models/foundation/saved-filter/list-view"

// The columns and orders of the invoices' list. Safe in the browser.

export const invoiceColumns = {
  family: "Family",
  status: "Status",
  issued: "Issued",
  due: "Due",
  open: "Open",
  amount: "Amount",
} as const
export type InvoiceColumn = keyof typeof invoiceColumns
export const listedColumns: Columns<InvoiceColumn> = {
  labels: invoiceColumns,
  usual: ["family", "status", "due", "amount"],
}

/** Drafts come first, then the newest; amounts begin with the highest. */
export const invoiceSorts = ["newest", "family", "due", "open", "amount"] as const
export type InvoiceSort = (typeof invoiceSorts)[number]

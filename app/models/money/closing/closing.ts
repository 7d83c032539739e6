// What people read about closed months. Safe in the browser.

export type ClosingRefusal = "not-over" | "closed" | "not-closed"

export const closingRefusals: Record<ClosingRefusal, string> = {
  "not-over": "This month isn’t over yet. Close it from the first day of the next one.",
  closed: "This month is closed already.",
  "not-closed": "This month isn’t closed.",
}

/** Why a day can't be used, and what to do. */
export const closedDay = "That month is closed. Enter a later date, or reopen it under Invoices, Month end."

export const closedInvoice =
  "This invoice is from a closed month. Send a credit note instead, or reopen the month under Invoices, Month end."

// What passes between families and the school, as text. Safe in the browser.

export const eventKinds = ["invoice", "void", "payment", "refund"] as const
export type EventKind = (typeof eventKinds)[number]

/** What one can ask for: one kind, or what came in less what was refunded. */
export const eventFilters = [...eventKinds, "received"] as const
export type EventFilter = (typeof eventFilters)[number]

export const kindLabels: Record<EventKind, string> = {
  invoice: "Invoices sent",
  void: "Invoices voided",
  payment: "Payments received",
  refund: "Refunds",
}

export const filterLabels: Record<EventFilter, string> = { ...kindLabels, received: "Payments and refunds" }

// What passes between families and the school, in words. Safe in the browser.

export const eventKinds = ["invoice", "void", "payment", "refund"] as const
export type EventKind = (typeof eventKinds)[number]

export const kindWords: Record<EventKind, string> = {
  invoice: "Invoices sent",
  void: "Invoices voided",
  payment: "Payments received",
  refund: "Payments that went back",
}

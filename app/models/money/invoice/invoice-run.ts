// Invoices that were sent together: how long their emails wait, and what keeps an undo from taking one back. Safe in the
// browser.

/** An automatic run is looked at when its email has been read: its emails wait longer, unless the school sends at once. */
export const automaticHoldMinutes = 60

/** Where a run is: still sending, its emails waiting, over, undone; or stopped in the middle, with no one to go on with it. */
export type RunState = "running" | "stopped" | "held" | "sent" | "undoing" | "undone"

/** What every invoice of an undone run says to whoever reads it later. */
export const undoneReason = "Invoice run undone before its emails left"

/** Why an undo leaves an invoice as it is. */
export const keptReasons = {
  paid: "Has a payment since it was sent. Its email leaves now.",
  paying: "A family is paying it online. Its email leaves now.",
  charged: "Its automatic payment was announced. Its email leaves now.",
  mailed: "Its email has left already.",
} as const

// The fee of an event, for the students who take part. Safe in the browser.

/** What an answer did to the fee: it was charged, or invoiced at once, it was taken back, it was withdrawn too late and stays, or nothing. */
export type FeeOutcome = "charged" | "invoiced" | "taken-back" | "stays" | "none"

/** Where the fee of a student stands: on no invoice yet, on one that is due or paid, or waived by the office. */
export type FeeState = "to-invoice" | "due" | "paid" | "waived"

export type GuestFee = { state: FeeState; amountMinor: number }

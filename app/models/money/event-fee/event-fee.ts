// The fee of an event, for the students who take part. Safe in the browser.

/**
 * What an answer did to the fee: charged it to the next invoice, or again for another number of guests, or left it as it is invoiced, removed it from there, put it back, took it off the next invoice
 * as it is invoiced already; or it stays: withdrawn too late, credited, corrected or written off on its invoice by the office, or
 * because who acts may not invoice.
 */
export type FeeAct =
  | "charged"
  | "removed"
  | "restored"
  | "kept"
  | "off-next-invoice"
  | "recounted"
  | "invoiced"
  | "late"
  | "decide"
  | "not-yours"
  | "none"

/** With the amount in minor units. */
export type FeeOutcome = { act: FeeAct; amountMinor: number }

/** Where the fee of a student stands: on no invoice yet, on one that is due, paid, credited or written off, or waived by the office. */
export type FeeState = "to-invoice" | "due" | "paid" | "credited" | "written-off" | "waived"

/** A student's fee of an event that wasn't taken back; minor units, tax within. */
export type GuestFee = {
  occasionId: string
  studentId: string
  familyId: string
  description: string
  state: FeeState
  amountMinor: number
}

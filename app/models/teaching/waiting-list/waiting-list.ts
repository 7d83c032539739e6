// The waiting list of a full class. The first student in line is offered the next free spot for some days; a declined
// or expired offer goes to the next. Safe in the browser.

/** Days an offer is valid unless the office says otherwise, and the most it may. */
export const [usualOfferDays, mostOfferDays] = [3, 21] as const

export type WaitingRefusal =
  | "not-found"
  | "ended"
  | "in-it"
  | "waiting-already"
  | "not-full"
  | "no-place"
  | "not-offered"
  | "run-out"
  | "clash"
  | "plan-full"
  | "a-child"
  | "past"

export const waitingRefusals: Record<WaitingRefusal, string> = {
  "not-found": "This student is no longer on the waiting list.",
  ended: "This class has ended.",
  "in-it": "Already enrolled in this class.",
  "waiting-already": "Already on this waiting list.",
  "not-full": "This class has a free spot. Enroll them instead.",
  "no-place": "There’s no free spot to offer. Raise the number of spots, or wait until a student leaves.",
  "not-offered": "This offer is no longer available.",
  "run-out": "This offer has expired. Ask the school whether the spot is still free.",
  clash: "There’s another lesson at the same time. Contact the school to find another time.",
  "plan-full": "The school’s plan has no room for another student. The school can upgrade it.",
  "a-child": "Ask a parent or guardian to answer.",
  past: "Choose today or a later first day.",
}

/** An offered spot that can't be accepted as it was sent: whose, which field, why, and what was typed. */
export type AskedInRow = {
  waitingId: string
  field: "prerequisiteReason" | "startsOn"
  message: string
  typed: string
  startsOn: string
}

/** What the form about it shows again. */
export const askedInRow = (form: FormData, field: AskedInRow["field"], message: string): AskedInRow => ({
  waitingId: String(form.get("waitingId") ?? ""),
  typed: String(form.get("prerequisiteReason") ?? "").slice(0, 500),
  startsOn: String(form.get("startsOn") ?? "").slice(0, 20),
  field,
  message,
})

// The waiting list of a full class. The first student in line is offered the next free spot for some days; a declined
// or expired offer goes to the next. Safe in the browser.

/** Days an offer stands unless the office says otherwise, and the most it may. */
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
  | "a-child"

export const waitingRefusals: Record<WaitingRefusal, string> = {
  "not-found": "This place in line is gone.",
  ended: "This class has ended.",
  "in-it": "They are in this class already.",
  "waiting-already": "They are waiting for this class already.",
  "not-full": "This class has a free place. Enrol them at once.",
  "no-place": "No place is free to be offered. Raise the number of places, or wait until somebody leaves.",
  "not-offered": "Nothing is offered any more.",
  "run-out": "The offer has run out. Ask the school whether the place is still free.",
  clash: "Another lesson of theirs is at the same time. The school can look for a way.",
  "a-child": "A grown-up of your family answers.",
}

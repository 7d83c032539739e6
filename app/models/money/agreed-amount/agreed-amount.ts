// An amount that the office agreed with a family instead of what a lesson or a package usually costs. Safe in the browser.

/** Why an amount isn't set by hand, or a package isn't waived. */
export type AgreeRefusal =
  | "unknown"
  | "withdrawn"
  | "waive-instead"
  | "end-package-instead"
  | "invoiced"
  | "package-ended"
  | "nothing-owed"
  | "same-amount"
  | "usual-already"

export const agreeRefusals: Record<Exclude<AgreeRefusal, "unknown">, string> = {
  withdrawn: "This charge has been changed or removed already.",
  "waive-instead": "This charge follows the attendance. Change the attendance, or waive the lesson.",
  "end-package-instead": "This charge comes from a package. End the package instead.",
  invoiced: "This charge is on an invoice. Credit the invoice instead.",
  "package-ended":
    "This package has ended, and its unused lessons are settled by its price. Change the amount instead.",
  "nothing-owed": "Enter an amount above zero, or waive the charge.",
  "same-amount": "This is the amount already. Enter another one.",
  "usual-already": "This charge has its usual amount already.",
}

/** How an amount was set by hand, newest first; minor units. */
export type AgreedChange = {
  id: string
  /** In the school's zone, as text. */
  at: string
  actorName: string
  fromMinor: number
  toMinor: number
  reason: string
}

// What the office does to a make-up credit by hand, each with a reason: grant, extend, revoke, and undo of the latest.
// Safe in the browser.

export const creditActs = ["grant", "extend", "revoke"] as const
export type CreditAct = (typeof creditActs)[number]

export const creditActLabels: Record<CreditAct, string> = {
  grant: "Granted",
  extend: "Extended",
  revoke: "Revoked",
}

/** The lengths a credit can be granted for, in minutes. */
export const [shortestCredit, longestCredit] = [5, 600]

export type CreditChangeRefusal =
  | "credit-unknown"
  | "class-unknown"
  | "not-ahead"
  | "not-later"
  | "used"
  | "revoked"
  | "not-latest"
  | "earned-again"

export const creditChangeRefusals: Record<CreditChangeRefusal, string> = {
  "credit-unknown": "Choose one of the student’s credits.",
  "class-unknown": "Choose one of the student’s classes.",
  "not-ahead": "Enter a last day from today to two years ahead.",
  "not-later": "Enter a day after the credit’s last day.",
  used: "A make-up lesson is booked with this credit. Cancel that booking first.",
  revoked: "This credit is already revoked.",
  "not-latest": "This credit changed since then. Undo the latest change first.",
  "earned-again": "The absence has earned another credit since then.",
}

/** The field that a refusal is shown beside. */
export const creditRefusalFields: Partial<Record<CreditChangeRefusal, string>> = {
  "credit-unknown": "credit",
  "class-unknown": "classId",
  "not-ahead": "lastDay",
  "not-later": "lastDay",
  used: "credit",
  revoked: "credit",
}

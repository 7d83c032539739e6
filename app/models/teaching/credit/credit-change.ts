// What the office does to a make-up credit by hand, each with a reason: grant, extend, revoke, and undo of the latest.
// Safe in the browser.

import type { CreditChangeRefusal } from "~/texts/teaching/refusals"

export const creditActs = ["grant", "extend", "revoke"] as const
export type CreditAct = (typeof creditActs)[number]

export const creditActLabels: Record<CreditAct, string> = {
  grant: "Granted",
  extend: "Extended",
  revoke: "Revoked",
}

/** The lengths a credit can be granted for, in minutes. */
export const [shortestCredit, longestCredit] = [5, 600]

/** The field that a refusal is shown beside. */
export const creditRefusalFields: Partial<Record<CreditChangeRefusal, string>> = {
  "credit-unknown": "credit",
  "class-unknown": "classId",
  "not-ahead": "lastDay",
  "not-later": "lastDay",
  used: "credit",
  revoked: "credit",
}

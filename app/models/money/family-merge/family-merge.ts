// Two families that are one. Safe in the browser.

export type MergeRefusal =
  | "not-found"
  | "same"
  | "balance"
  | "draft"
  | "package"
  | "auto-pay"
  | "plan-rule"
  | "discount"

/** Why a family can't be merged into another now. */
export const mergeRefusals: Record<MergeRefusal, string> = {
  "not-found": "One of these families is no longer in your school.",
  same: "Choose two different families.",
  balance: "The family you remove has a balance. Settle it first, or keep that family instead.",
  draft: "The family you remove has a draft invoice. Send or discard it first, or keep that family instead.",
  package: "The family you remove has a package. Keep that family instead.",
  "auto-pay":
    "Someone pays automatically for the family you remove. End that under Automatic payments first, or keep that family instead.",
  "plan-rule":
    "The family you remove pays its invoices in installments. Turn that off first, or keep that family instead.",
  discount: "The family you remove has a family discount. Keep that family instead.",
}

/** Two families that look like one, with the reasons. */
export type FamilySuspect = {
  one: { id: string; name: string; children: string; adults: string }
  other: { id: string; name: string; children: string; adults: string }
  reasons: string[]
}

/** What is known of a family, to compare. */
export type ComparedFamily = {
  id: string
  name: string
  address: string | null
  students: string[]
  guardians: { name: string; email: string | null; phone: string | null; hasAccess: boolean }[]
  /** Who pays for them without being a guardian. */
  payers: { name: string; email: string }[]
  balanceMinor: number
}

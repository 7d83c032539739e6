// Two families that are one. Safe in the browser.

import { z } from "zod"

export type MergeRefusal =
  | "not-found"
  | "same"
  | "merged"
  | "being-paid"
  | "auto-pay-itself"
  | "auto-pay-twice"
  | "plan-rule"

/** Why a family can't be merged into another now. */
export const mergeRefusals: Record<MergeRefusal, string> = {
  "not-found": "One of these families is no longer in your school.",
  same: "Choose two different families.",
  merged: "One of these families was merged into another one already.",
  "being-paid":
    "What the family you remove paid online beside its invoices is being processed. Merge the families once that has arrived.",
  "auto-pay-itself":
    "A student pays automatically for the family you remove, which has no guardian. End that under Automatic payments first, or keep that family instead.",
  "auto-pay-twice":
    "The same person pays automatically for both families. End one of the two under Automatic payments first.",
  "plan-rule":
    "The family you remove pays its invoices in installments. Turn that off first, or keep that family instead.",
}

/** Whose discount stays where both families have one. */
export const DiscountStays = z.enum(["keep", "gone"])
export type DiscountStays = z.output<typeof DiscountStays>

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

/** What joins the account of the family that goes on, before it happens. */
export type JoiningAccount = {
  /** Invoices that aren’t paid yet, and what is due of them. */
  open: { count: number; sumMinor: number }
  /** Account credit of one family stands beside open invoices of the other: it isn't applied by itself. */
  hasCreditBeside: boolean
  packages: number
  /** Invoices that aren’t sent yet. */
  drafts: number
  /** Discounts of one family, each with what it takes off: "Staff child, 10% off lessons and tuition". */
  discounts: Record<DiscountStays, string[]>
  /** Reminders are paused, and automatic invoices held, for the family that goes on, too. */
  pause: { reason: string; lastDay: string | null } | null
  hold: { reason: string } | null
  /** Who pays automatically for the family that goes on and has a part of invoices that join. */
  autoPayers: string[]
  /** Who goes on paying automatically for what they paid in the family that is removed. */
  joiningAutoPayers: string[]
  /** Those of them who have a part of unpaid invoices of the family that goes on, too. */
  widenedAutoPayers: string[]
}

// Two families that are one. Safe in the browser.

import { z } from "zod"

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
  guardians: {
    name: string
    email: string | null
    phone: string | null
    hasAccess: boolean
    /** Hundredths of a percent of new invoices. */
    payerShare: number
  }[]
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

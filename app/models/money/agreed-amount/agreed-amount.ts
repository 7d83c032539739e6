import { z } from "zod"
import { owedAmount, WaiveForm } from "../charge/charge-form"

// An amount that the office agreed with a family instead of what a lesson or a package usually costs. Safe in the browser.

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

/** What a lesson or a package costs instead, and why. */
export const AgreedAmountForm = z.object({ amount: owedAmount }).extend(WaiveForm.shape)
export type AgreedAmountForm = z.output<typeof AgreedAmountForm>

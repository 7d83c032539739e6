import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Period } from "~/models/foundation/term/period"

/** What a rule would have done: lessons or fees, amounts in minor units. */
export type TriedRule = {
  of: MarkCode | "trials" | "late-fees"
  count: number
  wasMinor: number
  wouldMinor: number
  /** of statuses: the make-up credits that they earned, and would have */
  credits?: { was: number; would: number }
  /** of late fees: whose */
  families?: number
}

/** Days, both included; a term that is running is told as far as it has come. */
export type LastTerm = Period & { isOver: boolean; rows: TriedRule[] }

import type { enteredWorkStates } from "db/schema/choices"

// Extra work that teachers enter and the office answers. Safe in the browser.

export type EnteredWorkState = (typeof enteredWorkStates)[number]

export const enteredStateLabels: Record<EnteredWorkState, string> = {
  asked: "Waiting for the office",
  confirmed: "Confirmed",
  declined: "Declined",
  withdrawn: "Withdrawn",
}

/** What the school pays for outside of lessons, and how. */
export type WorkKind = { id: string; name: string; isHourly: boolean; amountMinor: number }

export type EnteredWork = {
  id: string
  teacherId: string
  teacherName: string
  workedOn: string
  description: string
  minutes: number | null
  amountMinor: number
  note: string | null
  state: EnteredWorkState
  /** Why it was declined. */
  reason: string | null
}

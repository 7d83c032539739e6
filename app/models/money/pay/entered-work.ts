import type { enteredWorkStates } from "db/schema/choices"
import { sentBefore } from "../sent-form/sent-form"

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

export type EnterRefusal =
  | "no-kind"
  | "hours-missing"
  | "amount-missing"
  | "description-missing"
  | "in-the-future"
  | "too-old"
  | "sent-before"

/** Each beside its field. */
export const enterRefusals: Record<EnterRefusal, Record<string, string>> = {
  "no-kind": { kind: "This kind of work is no longer offered. Choose another." },
  "hours-missing": { hours: "Enter hours and minutes, like 2:30, or 2.5." },
  "amount-missing": { pay: "Enter an amount, or choose a kind of work." },
  "description-missing": { description: "Enter what it was, like Recital." },
  "in-the-future": { workedOn: "Enter a date that’s today or earlier." },
  "too-old": { workedOn: "Enter a date within the last year." },
  "sent-before": { form: sentBefore },
}

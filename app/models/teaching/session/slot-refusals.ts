import type { FreeTime } from "./clash"

/**
 * What a form shows beside its message when a slot is not free; `withoutSearch` where other times would not help, `leavable`
 * how many of several lessons can be left out.
 */
export type Refused = {
  alternatives: readonly FreeTime[]
  mayOverride: boolean
  withoutSearch?: true
  leavable?: number
}

type Reason =
  | "unknown-teacher"
  | "unknown-room"
  | "no-class"
  | "class-over"
  | "already-there"
  | "no-session"
  | "has-register"
  | "is-cancelled"
  | "not-cancelled"
  | "credit-used"

/** A time at which no lesson can be, and why. */
export type ImpossibleTime = {
  ok: false
  reason: "impossible-time"
  field: "date" | "startTime"
  message: string
}

type Refusal =
  | Omit<ImpossibleTime, "ok">
  | ({ reason: "clash"; clashes: string[] } & Refused)
  | { reason: Reason }

const messages: Record<Reason, Record<string, string>> = {
  "unknown-teacher": { teacherId: "This teacher no longer teaches at the school. Choose another." },
  "unknown-room": { roomId: "This room is no longer in use. Choose another." },
  "no-class": { classId: "This class no longer exists. Choose another." },
  "class-over": { classId: "This class ends before that date. Choose another class or an earlier date." },
  "already-there": { startTime: "This class already has a lesson at that time." },
  "no-session": { form: "This lesson no longer exists." },
  "has-register": { form: "Attendance is taken, so you can’t move or cancel this lesson." },
  "is-cancelled": { form: "This lesson is canceled. Restore it first." },
  "credit-used": {
    form: "A make-up credit for this lesson is used already, so it stays canceled. Cancel the make-up lesson first.",
  },
  "not-cancelled": { form: "This lesson isn’t canceled." },
}

/** A refusal as messages by field (`form` for the whole), and what to offer instead. */
export function slotMessages(refusal: Refusal): {
  messages: Record<string, string>
  refused: Refused | null
} {
  if (refusal.reason === "impossible-time")
    return { messages: { [refusal.field]: refusal.message }, refused: null }
  if (refusal.reason !== "clash") return { messages: messages[refusal.reason], refused: null }
  const { clashes, alternatives, mayOverride, withoutSearch, leavable } = refusal
  return {
    messages: { form: clashes.join(" ") },
    refused: { alternatives, mayOverride, withoutSearch, leavable },
  }
}

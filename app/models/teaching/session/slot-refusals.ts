import type { FreeTime } from "./clash"

/** What a form shows beside its message when a slot is not free. */
export type Refused = { alternatives: FreeTime[]; mayOverride: boolean }

type Reason =
  | "unknown-teacher"
  | "unknown-room"
  | "no-class"
  | "already-there"
  | "no-session"
  | "has-register"
  | "is-cancelled"
  | "not-cancelled"

type Refusal =
  | { reason: "clash"; clashes: string[]; alternatives: FreeTime[]; mayOverride: boolean }
  | { reason: Reason }

const messages: Record<Reason, Record<string, string>> = {
  "unknown-teacher": { teacherId: "This teacher does not teach at the school any more. Choose another." },
  "unknown-room": { roomId: "This room is not in use any more. Choose another." },
  "no-class": { classId: "This class has ended by then. Choose another class or an earlier date." },
  "already-there": { startTime: "This class meets at that very time already." },
  "no-session": { form: "This session is gone." },
  "has-register": { form: "Its register is taken, so the session stays where it was." },
  "is-cancelled": { form: "This session is cancelled. Restore it first." },
  "not-cancelled": { form: "This session is not cancelled." },
}

/** A refusal as messages by field (`form` for the whole), and what to offer instead. */
export function slotMessages(refusal: Refusal): {
  messages: Record<string, string>
  refused: Refused | null
} {
  if (refusal.reason !== "clash") return { messages: messages[refusal.reason], refused: null }
  const { clashes, alternatives, mayOverride } = refusal
  return { messages: { form: clashes.join(" ") }, refused: { alternatives, mayOverride } }
}

import type { correctionStates } from "db/schema/choices"
import type { MarkCode } from "~/models/accounts/outcome/outcome"

// Attendance that is locked for teachers: one asks the office to correct it, with a reason. The office corrects it as it would
// itself, or declines. Of a student in a lesson at most one request waits. Safe in the browser.

export type CorrectionState = (typeof correctionStates)[number]

export const correctionLabels: Record<CorrectionState, string> = {
  asked: "Waiting for the office",
  approved: "Corrected",
  declined: "Declined",
  withdrawn: "Withdrawn",
}

/** The student and the statuses as text: "Present", "Late by 10 minutes", "Sick note". */
export type Correction = {
  id: string
  sessionId: string
  studentId: string
  studentName: string
  className: string
  localDate: string
  startTime: string
  /** What is recorded now, and what the teacher asks for. */
  recorded: string
  wanted: string
  reason: string
  askedByName: string
  state: CorrectionState
  answer: string | null
}

/** What can be asked for, in the order of a register. */
export const statusChoices: { code: MarkCode; label: string }[] = [
  { code: "present", label: "Present" },
  { code: "late", label: "Late" },
  { code: "absent", label: "Absent" },
  { code: "excused", label: "Excused" },
  { code: "cancelled", label: "Canceled by school" },
]

export type AskRefusal =
  | "not-found"
  | "not-locked"
  | "unknown-student"
  | "status-unknown"
  | "unchanged"
  | "asked-already"
  | "cannot"

/** Each beside its field. */
export const askRefusals: Record<Exclude<AskRefusal, "not-found">, Record<string, string>> = {
  "not-locked": { form: "This attendance isn’t locked anymore. You can change it yourself." },
  "unknown-student": { studentId: "Choose a student whose attendance is recorded." },
  "status-unknown": { status: "This status isn’t used anymore. Choose another." },
  unchanged: { status: "This is what’s recorded already. Choose another status." },
  "asked-already": { studentId: "You or a colleague already asked for this student. Wait for the answer." },
  cannot: { form: "This attendance can’t be corrected right now. Message the office." },
}

export type AnswerRefusal = "not-found" | "answered" | "incomplete" | "status-unknown" | "cannot"

export const answerRefusals: Record<Exclude<AnswerRefusal, "not-found">, string> = {
  answered: "This request was answered or withdrawn already.",
  incomplete:
    "A student was added to this lesson later. Open the lesson, complete its attendance, then approve.",
  "status-unknown":
    "The status asked for isn’t used anymore. Decline, or correct the lesson’s attendance yourself.",
  cannot: "This attendance can’t be corrected anymore. Open the lesson to see why, or decline.",
}

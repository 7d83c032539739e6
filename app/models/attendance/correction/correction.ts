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

// Whether a student continues in the next term. Safe in the browser.

export const renewalStates = ["asked", "confirmed", "declined"] as const
export type RenewalState = (typeof renewalStates)[number]

export const renewalLabels: Record<RenewalState, string> = {
  asked: "No answer yet",
  confirmed: "Continues",
  declined: "Doesn’t continue",
}

export type RenewalRefusal = "not-found" | "over" | "declined" | "a-child" | "seated" | "billed"

export const renewalRefusals: Record<RenewalRefusal, string> = {
  "not-found": "This question no longer exists.",
  over: "The answer date is over. Contact the school.",
  declined: "This spot was declined. Contact the school if you change your mind.",
  "a-child": "Ask a parent or guardian to answer.",
  billed: "The monthly fee is on an invoice or was changed. Unenroll the student in the class instead.",
  seated: "Attendance is recorded in this class. Unenroll the student there instead.",
}

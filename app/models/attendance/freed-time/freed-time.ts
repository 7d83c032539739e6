import type { freedTimeStates } from "db/schema/attendance-freed-times"

// A freed time is that of a private lesson whose student said in time that they aren't coming; a freed spot is that of such a
// student in a group lesson. It is offered to one holder of a make-up credit after the other: whose credit expires first, then
// whoever has had it longest. Safe in the browser.

/** What is usual where a school offers freed times, and the longest. */
export const [usualClaimHours, mostClaimHours] = [12, 72]

export type FreedTimeState = (typeof freedTimeStates)[number]

export const freedTimeLabels: Record<FreedTimeState, string> = {
  open: "Being offered",
  claimed: "Booked",
  withdrawn: "Student is coming after all",
  stopped: "Stopped by the office",
  over: "No one claimed it",
}

export type FreedTimeRefusal =
  | "not-found"
  | "a-child"
  | "run-out"
  | "given-away"
  | "no-longer-free"
  | "no-credit"
  | "clash"

export const freedTimeRefusals: Record<FreedTimeRefusal, string> = {
  "not-found": "This offer no longer exists.",
  "a-child": "Ask a parent or guardian to answer.",
  "run-out": "This offer has expired, and the time went to the next student.",
  "given-away": "This time was booked for someone else a moment ago. Your make-up credit is still available.",
  "no-longer-free": "This time is no longer free. Your make-up credit is still available.",
  "no-credit": "No make-up credit is available for this lesson anymore.",
  clash: "The student has another lesson at that time now.",
}

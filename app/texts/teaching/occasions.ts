import type { Answer, feePayments, OccasionState } from "~/models/teaching/occasion/occasion"
import { countOf, formFor } from "~/utils/formats"

// What is said of who takes part in an event.

/** @param fee what one guest costs, written in the school's format */
export const forEachGuest = (fee: string): string => `${fee} for each guest`

export const feePaymentLabels: Record<(typeof feePayments)[number], string> = {
  "next-invoice": "With the next invoice",
  "with-answer": "Families may pay it with their answer",
}

/** "5 take part, 1 can’t come, 3 haven’t answered" */
export function answersText(guests: readonly { answer: Answer | null; companions?: number }[]): string {
  const countedOf = (answer: Answer | null) => guests.filter((guest) => guest.answer === answer).length
  const along = guests.reduce((sum, { companions = 0 }) => sum + companions, 0)
  const [yes, no, open] = [countedOf("yes"), countedOf("no"), countedOf(null)]
  if (guests.length === 0) return "No students invited yet"
  return [
    `${yes} ${formFor(yes, "takes part", "take part")}`,
    ...(along > 0 ? [`${countOf(along, "guest")} ${formFor(along, "comes", "come")} along`] : []),
    ...(no > 0 ? [`${no} can’t come`] : []),
    ...(open > 0 ? [`${open} ${formFor(open, "hasn’t answered", "haven’t answered")}`] : []),
  ].join(", ")
}

/** What stands in the place of the students of an event without any. */
export function noGuestsText({
  state,
  mayInvite,
  isOver,
}: {
  state: OccasionState
  mayInvite: boolean
  isOver: boolean
}): string {
  if (!mayInvite) return "No students are invited."
  if (isOver) return "No students yet. Add who took part."
  return state === "draft"
    ? "No students yet. Invite them below, then publish the event."
    : "No students yet. Invite them below."
}

import { z } from "zod"
import type { CancelBookingRefusal } from "../make-up/cancel-make-up"

// Undoing an absence that the office has just recorded, with its make-up lesson. Safe in the browser.

const undoIntent = "undo-absence"
const between = " "
/** More lessons don't fit the cookie that brings the button. */
const lessonsAtMost = 60

export type UndoRefusal =
  | CancelBookingRefusal
  | "session-unknown"
  | "nothing-said"
  | "credit-used"
  | "time-given"

export const undoRefusals: Record<UndoRefusal, string> = {
  "session-unknown": "A lesson no longer exists.",
  "not-booked": "The make-up booking was canceled already.",
  begun: "The make-up lesson has started.",
  "has-absence": "An absence was reported for the make-up lesson.",
  "own-lesson": "The make-up lesson is a lesson of its own now. Cancel it first.",
  "nothing-said": "The absence was withdrawn already, or attendance is taken.",
  "credit-used": "Another make-up lesson is booked with the credit for this absence. Cancel that first.",
  "time-given": "Another student has booked this lesson’s time or spot.",
}

/** What the Undo button sends back: without a lesson, a make-up lesson that was booked alone. */
export const UndoAbsenceForm = z.object({
  lessons: z
    .string()
    .max(lessonsAtMost * 65)
    .default("")
    .transform((text) => text.split(between).filter(Boolean)),
  makeUp: z.string().max(64).optional(),
})

export const isUndoAbsence = (form: FormData): boolean => form.get("intent") === undoIntent

/** The fields of the Undo button; undefined where nothing was new, or more than it can carry. */
export function undoFields(lessons: readonly string[], makeUp: string | undefined) {
  if (lessons.length === 0 && makeUp === undefined) return undefined
  if (lessons.length > lessonsAtMost) return undefined
  return { intent: undoIntent, lessons: lessons.join(between), ...(makeUp ? { makeUp } : {}) }
}

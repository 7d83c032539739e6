import { z } from "zod"
import { intentOf } from "~/utils/intent"

// Undoing an absence that the office has just recorded, with its make-up lesson. Safe in the browser.

const undoIntent = "undo-absence"
const between = " "
/** More lessons don't fit the cookie that brings the button. */
const lessonsAtMost = 60

/** What the Undo button sends back: without a lesson, a make-up lesson that was booked alone. */
export const UndoAbsenceForm = z.object({
  lessons: z
    .string()
    .max(lessonsAtMost * 65)
    .default("")
    .transform((text) => text.split(between).filter(Boolean)),
  makeUp: z.string().max(64).optional(),
})

export const isUndoAbsence = (form: FormData): boolean => intentOf(form) === undoIntent

/** The fields of the Undo button; undefined where nothing was new, or more than it can carry. */
export function undoFields(lessons: readonly string[], makeUp: string | undefined) {
  if (lessons.length === 0 && makeUp === undefined) return undefined
  if (lessons.length > lessonsAtMost) return undefined
  return { intent: undoIntent, lessons: lessons.join(between), ...(makeUp ? { makeUp } : {}) }
}

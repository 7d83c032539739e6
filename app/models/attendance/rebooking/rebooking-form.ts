import { z } from "zod"
import { dayIfAny } from "~/utils/form-text"
import { readWish } from "../make-up/make-up"
import { AbsenceForm } from "../notice/absence-form"

/** The time chosen beside an absence; empty for the absence alone. */
export const rebookingChoice = z
  .string()
  .max(64)
  .transform((text, context) => {
    const wish = readWish(text)
    if (!wish) context.addIssue({ code: "custom", message: "Choose one of the times, or only the absence." })
    return wish
  })
  .optional()

/** A student's absence as the office records it, with the make-up lesson if one is booked along. */
export const RebookingForm = AbsenceForm.extend({
  /** The last day away; without one only the lessons that are checked. */
  until: dayIfAny,
  offer: rebookingChoice,
})
export type RebookingForm = z.output<typeof RebookingForm>

import { z } from "zod"
import { day, line, wholeNumber } from "~/utils/form-text"

const minutes = "Enter a whole number of minutes from 1 to 600."

export const PracticeForm = z.object({
  /** Made with the form, so that one sent twice is kept once. */
  entryId: z.uuid({ error: "Reload the page and try again." }),
  minutes: wholeNumber(1, 600, minutes),
  day: day("Enter a date."),
  note: line(300, "Keep the note under 300 characters.")
    .optional()
    .transform((text) => text || null),
})
export type PracticeForm = z.output<typeof PracticeForm>

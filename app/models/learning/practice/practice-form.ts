import { z } from "zod"
import { day, line } from "~/utils/form-text"

const minutes = "Write the minutes as a whole number from 1 to 600, such as 20."

export const PracticeForm = z.object({
  /** Made with the form, so that one sent twice is kept once. */
  entryId: z.uuid({ error: "Load the page again, then write it down." }),
  minutes: z
    .string({ error: minutes })
    .trim()
    .regex(/^\d{1,3}$/, minutes)
    .transform(Number)
    .refine((number) => number >= 1 && number <= 600, minutes),
  day: day("Write the day, such as 2026-11-18."),
  note: line(300, "A note has at most 300 characters.")
    .optional()
    .transform((text) => text || null),
})
export type PracticeForm = z.output<typeof PracticeForm>

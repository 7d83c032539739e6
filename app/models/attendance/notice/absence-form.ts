import { z } from "zod"

/** A student's absence, reported for some of their upcoming lessons at once. */
export const AbsenceForm = z.object({
  lessons: z
    .preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(z.string().max(64)).max(30),
    )
    .refine((lessons) => lessons.length > 0, "Choose at least one lesson."),
  text: z.string().trim().max(200, "Keep the reason under 200 characters.").optional(),
})
export type AbsenceForm = z.output<typeof AbsenceForm>

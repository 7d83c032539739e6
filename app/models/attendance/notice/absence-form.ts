import { z } from "zod"

/** A student's absence, reported for some of their upcoming lessons at once. */
export const AbsenceForm = z.object({
  lessons: z
    .preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z
        .array(z.string().max(64, "Choose lessons from the list."), {
          error: "Choose lessons from the list.",
        })
        .max(30, "Choose at most 30 lessons at a time."),
    )
    .refine((lessons) => lessons.length > 0, "Choose at least one lesson."),
  text: z.string().trim().max(200, "Keep the reason under 200 characters.").optional(),
})
export type AbsenceForm = z.output<typeof AbsenceForm>

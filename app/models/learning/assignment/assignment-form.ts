import { z } from "zod"
import { chosenKey, day, lines } from "~/utils/form-text"

/** A task for one student or, from a session's page, for whoever is chosen of it. */
export const AssignmentForm = z.object({
  /** "everyone" or a student's id. */
  whom: chosenKey.default("everybody"),
  task: z
    .string({ error: "Write what is to be done." })
    .pipe(lines(500, "A task has at most 500 characters."))
    .refine((text) => text !== "", "Write what is to be done."),
  dueOn: day("Write the day, such as 2026-11-25, or leave it open.")
    .optional()
    .transform((dueOn) => dueOn ?? null),
})
export type AssignmentForm = z.output<typeof AssignmentForm>

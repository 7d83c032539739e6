import { z } from "zod"
import { chosenKey, day, lines } from "~/utils/form-text"

/** A task for one student or, from a session's page, for the chosen students. */
export const AssignmentForm = z.object({
  /** Made with the form, so that one sent twice is given once; a form without it is one of its own. */
  entryId: z.uuid().nullable().catch(null),
  /** "everyone" or a student's id. */
  whom: chosenKey.default("everybody"),
  task: z
    .string({ error: "Enter the assignment." })
    .pipe(lines(500, "Keep the assignment under 500 characters."))
    .refine((text) => text !== "", "Enter the assignment."),
  dueOn: day("Enter a due date or leave it blank.")
    .optional()
    .transform((dueOn) => dueOn ?? null),
})
export type AssignmentForm = z.output<typeof AssignmentForm>

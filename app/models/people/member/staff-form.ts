import { z } from "zod"

/** Whom to ask to help run the school. */
export const StaffForm = z.object({
  name: z
    .string({ error: "Write their name." })
    .trim()
    .min(2, "A name has at least 2 characters.")
    .max(120, "A name has at most 120 characters."),
  email: z
    .string({ error: "Write their e-mail address." })
    .trim()
    .toLowerCase()
    .max(254, "Write an address such as iris@harmony.example.")
    .pipe(z.email("Write an address such as iris@harmony.example.")),
})
export type StaffForm = z.output<typeof StaffForm>

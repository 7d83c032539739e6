import { z } from "zod"

/** The person to invite as an administrator. */
export const StaffForm = z.object({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(2, "Enter at least 2 characters for the name.")
    .max(120, "Keep the name under 120 characters."),
  email: z
    .string({ error: "Enter an email address." })
    .trim()
    .toLowerCase()
    .max(254, "Enter a complete email address, for example iris@harmony.example.")
    .pipe(z.email("Enter a complete email address, for example iris@harmony.example.")),
})
export type StaffForm = z.output<typeof StaffForm>

import { z } from "zod"

/** The password asked again while signed in, before something that matters. */
export const OwnPasswordForm = z.object({
  currentPassword: z
    .string({ error: "Enter your password." })
    .min(1, "Enter your password.")
    .max(256, "Keep the password under 256 characters."),
})
export type OwnPasswordForm = z.output<typeof OwnPasswordForm>

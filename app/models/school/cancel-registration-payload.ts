import { z } from "zod"

/** The body of `DELETE /api/cleanup/cancel-registration`: the signed-in person's own address, folded. */
export const CancelRegistrationPayload = z.object({
  email: z
    .string({ error: "Please enter a valid email address" })
    .max(254, "Please enter a valid email address")
    .transform((email) => email.trim().normalize("NFC").toLowerCase()),
})
export type CancelRegistrationPayload = z.output<typeof CancelRegistrationPayload>

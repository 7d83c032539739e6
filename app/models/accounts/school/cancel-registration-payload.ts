import { z } from "zod"
import { shownAddress } from "~/utils/email-address"

/** The body of `DELETE /api/cleanup/cancel-registration`: the signed-in person's own address, folded. */
export const CancelRegistrationPayload = z.object({
  email: z
    .string()
    .max(254, "Invalid email")
    .transform((email) => shownAddress(email.trim().normalize("NFC").toLowerCase())),
})
export type CancelRegistrationPayload = z.output<typeof CancelRegistrationPayload>

import { z } from "zod"

/** Why somebody cannot come, in the family's words. */
export const FamilyNoticeForm = z.object({
  reason: z
    .string()
    .trim()
    .normalize("NFC")
    .max(300, "A reason has at most 300 characters.")
    .regex(/^(?:\P{Cc}|[\r\n\t])*$/u, "This contains a character that cannot be shown.")
    .optional(),
})
export type FamilyNoticeForm = z.output<typeof FamilyNoticeForm>

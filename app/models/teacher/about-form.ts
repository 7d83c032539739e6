import { z } from "zod"

/** What a teacher says of themself, for families. */
export const AboutForm = z.object({
  instruments: z
    .string()
    .trim()
    .normalize("NFC")
    .max(200, "Instruments have at most 200 characters together.")
    .regex(/^\P{Cc}*$/u, "This contains a character that cannot be shown.")
    .optional(),
  about: z
    .string()
    .trim()
    .normalize("NFC")
    .max(1000, "This has at most 1,000 characters.")
    .regex(/^(?:\P{Cc}|[\r\n\t])*$/u, "This contains a character that cannot be shown.")
    .optional(),
})
export type AboutForm = z.output<typeof AboutForm>

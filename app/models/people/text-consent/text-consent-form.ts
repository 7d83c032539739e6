import { z } from "zod"
import { time } from "~/utils/form-text"

/** The number that someone wants texts on, and that they agree to them. */
export const TextConsentForm = z.object({
  phone: z
    .string({ error: "Enter your mobile number." })
    .trim()
    .min(1, "Enter your mobile number.")
    .max(40, "Keep the phone number under 40 characters."),
  agrees: z.literal("on", { error: "Check this box to get text messages." }),
})
export type TextConsentForm = z.output<typeof TextConsentForm>

export const TextCodeForm = z.object({
  code: z
    .string({ error: "Enter the code." })
    .transform((code) => code.replace(/\s/g, ""))
    .refine((code) => /^\d{6}$/.test(code), "Enter the 6 digits from the text message."),
})

export const QuietHoursForm = z.object({
  startsAt: time("Enter when your quiet hours begin."),
  endsAt: time("Enter when your quiet hours end."),
})
export type QuietHoursForm = z.output<typeof QuietHoursForm>

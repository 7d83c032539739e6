import { z } from "zod"
import { PayeeForm } from "../school/school-settings-form"

const { currentPassword } = PayeeForm.shape

const wholeLimit = "Enter a whole number from 0 to 100,000."

/** A school's own account at Twilio. A key left blank stays as it is. */
export const TextAccountForm = z.object({
  account: z
    .string({ error: "Enter the account SID from Twilio." })
    .trim()
    .regex(/^AC[0-9a-fA-F]{32}$/, "Enter the whole account SID from Twilio. It begins with AC."),
  key: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{16,64}$/, "Enter the whole auth token from Twilio.")
    .optional(),
  number: z
    .string({ error: "Enter your Twilio number." })
    .trim()
    .min(1, "Enter your Twilio number.")
    .max(40, "Keep the phone number under 40 characters."),
  /** In the currency's unit, such as 0.0083. */
  price: z
    .string()
    .trim()
    .regex(/^\d{1,2}([.,]\d{1,6})?$/, "Enter a price like 0.0083, or leave this blank.")
    .transform((text) => Math.round(Number(text.replace(",", ".")) * 1_000_000))
    .optional(),
  monthlyLimit: z
    .string({ error: wholeLimit })
    .trim()
    .regex(/^\d{1,6}$/, wholeLimit)
    .transform(Number)
    .refine((most) => most <= 100_000, wholeLimit),
  currentPassword,
})
export type TextAccountForm = z.output<typeof TextAccountForm>

export const TextAccountRemoval = z.object({ currentPassword })

export const TestTextForm = z.object({
  to: z
    .string({ error: "Enter a mobile number." })
    .trim()
    .min(1, "Enter a mobile number.")
    .max(40, "Keep the phone number under 40 characters."),
})

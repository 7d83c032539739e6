import { z } from "zod"
import { fullAddress } from "~/utils/email-address"
import { block } from "~/utils/form-text"

/** The contact details of a guardian or an adult student. */
export const ContactForm = z.object({
  email: z
    .string({ error: "Enter your email." })
    .trim()
    .max(254, "Enter a full email, like jo@example.com.")
    .pipe(fullAddress("Enter a full email, like jo@example.com."))
    .transform((email) => email.toLowerCase()),
  phone: z
    .string()
    .trim()
    .max(40, "Keep the phone number under 40 characters.")
    .regex(/^[\d\s+()./-]*$/, "Use only digits, spaces and + ( ) . / - in a phone number.")
    .optional(),
  address: block(300, "Keep the address under 300 characters.").optional(),
})
export type ContactForm = z.output<typeof ContactForm>

import { z } from "zod"
import { block } from "~/utils/form-text"

/** How the school reaches an adult of a family. */
export const ContactForm = z.object({
  email: z
    .string({ error: "Enter your e-mail address." })
    .trim()
    .max(254, "Enter a whole e-mail address, such as jo@example.com.")
    .pipe(z.email("Enter a whole e-mail address, such as jo@example.com."))
    .transform((email) => email.toLowerCase()),
  phone: z
    .string()
    .trim()
    .max(40, "A phone number has at most 40 characters.")
    .regex(/^[\d\s+()./-]*$/, "A phone number has digits, spaces and + ( ) . / - only.")
    .optional(),
  address: block(300, "An address has at most 300 characters.").optional(),
})
export type ContactForm = z.output<typeof ContactForm>

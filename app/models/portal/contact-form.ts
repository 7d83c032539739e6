import { z } from "zod"

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
  address: z
    .string()
    .trim()
    .normalize("NFC")
    .max(300, "An address has at most 300 characters.")
    .regex(/^(?:\P{Cc}|[\r\n\t])*$/u, "This contains a character that cannot be shown.")
    .optional(),
})
export type ContactForm = z.output<typeof ContactForm>

import { z } from "zod"
import { whenMissing } from "~/utils/schema-messages"

/** Spec §5, "Login". */
export const LoginForm = z.object({
  username: z
    .string({ error: whenMissing("Please enter your username or email.") })
    .min(1, "Please enter your username or email.")
    .max(254, "Keep the username under 254 characters."),
  password: z
    .string({ error: whenMissing("Password is required.") })
    .min(1, "Password is required.")
    .max(256, "Keep the password under 256 characters."),
  rememberMe: z.boolean().default(false),
  to: z.string().optional(),
})
export type LoginForm = z.output<typeof LoginForm>

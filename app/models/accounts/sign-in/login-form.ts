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

/**
 * `POST /api/login` (spec §7). `code` or `recoveryCode` come along when the account has a second factor; `rememberMe` and
 * `to` are what the login page's own script knows besides.
 */
export const LoginPayload = z.object({
  username: LoginForm.shape.username,
  password: LoginForm.shape.password,
  rememberMe: z.boolean().default(false),
  code: z.string().max(20, "The code is too long.").optional(),
  recoveryCode: z.string().max(40, "The recovery code is too long.").optional(),
  to: z.string().max(2000, "to is too long.").optional(),
})
export type LoginPayload = z.output<typeof LoginPayload>

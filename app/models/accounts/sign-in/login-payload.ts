import { z } from "zod"
import { LoginForm } from "./login-form"

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

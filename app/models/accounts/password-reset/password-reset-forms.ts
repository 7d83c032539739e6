import { z } from "zod"
import { fullAddress } from "~/utils/email-address"
import { neededText } from "~/utils/form-text"
import { isOwnName, newPassword, ownNameRefused } from "../user/new-password"
import { shortestPassword, tooShortPassword } from "../user/password"
import { invalidResetLink } from "./password-reset"

/** Spec §5, "Forgot password": no messages of its own, so the generic ones. */
export const ForgotPasswordForm = z.object({
  email: z.string().trim().max(254, "Keep the email address under 254 characters.").pipe(fullAddress()),
})
export type ForgotPasswordForm = z.output<typeof ForgotPasswordForm>

/** What `POST /api/auth/reset-password` takes (spec §3, "Password reset payload"). */
const payload = z.object({
  token: z.string({ error: invalidResetLink }).min(1, invalidResetLink).max(200, invalidResetLink),
  email: neededText(invalidResetLink, 254, invalidResetLink),
  password: newPassword(shortestPassword, `${tooShortPassword} long.`),
})

const isAddress = {
  path: ["password"],
  error: ownNameRefused,
  when: ({ value }: { value: unknown }) =>
    payload.pick({ email: true, password: true }).safeParse(value).success,
}

export const PasswordResetPayload = payload.refine(
  ({ email, password }) => !isOwnName(password, email),
  isAddress,
)
export type PasswordResetPayload = z.output<typeof PasswordResetPayload>

/** Spec §5, "Reset password": the payload, and the password again. */
export const ResetPasswordForm = payload
  .extend({
    confirmPassword: z.string({ error: "Passwords do not match." }).max(256, "Passwords do not match."),
  })
  .refine(({ email, password }) => !isOwnName(password, email), isAddress)
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords do not match.",
    // also checked when the password itself is too short
    when: ({ value }) => typeof value === "object" && value !== null && "password" in value,
  })
export type ResetPasswordForm = z.output<typeof ResetPasswordForm>

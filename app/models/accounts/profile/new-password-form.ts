import { z } from "zod"
import { isCommonPassword } from "../user/common-passwords"

const password = z
  .string({ error: "Choose a password." })
  .min(8, "Password must be at least 8 characters long.")
  .max(256, "Keep the password under 256 characters.")
  .refine((value) => !isCommonPassword(value), {
    error: "This password is too common. Choose another, for example three random words.",
  })

/** A password chosen for the first time or again, typed twice. Spec §5 "Reset password". */
export const NewPasswordForm = z
  .object({ password, confirmPassword: z.string({ error: "Enter the password again." }).max(1000) })
  .refine((form) => form.password === form.confirmPassword, {
    error: "Passwords do not match.",
    path: ["confirmPassword"],
  })
export type NewPasswordForm = z.output<typeof NewPasswordForm>

import { z } from "zod"
import { emailAddress, neededLine, phoneNumber } from "~/utils/form-text"
import { isZone } from "~/utils/zones"
import { newPassword } from "../user/new-password"
import { OwnPasswordForm } from "../user/own-password-form"
import { shortestPassword, tooShortPassword } from "../user/password"

const password = newPassword(shortestPassword, `${tooShortPassword} long.`, "Choose a password.")

/** A password chosen for the first time or again, typed twice. Spec §5 "Reset password". */
export const NewPasswordForm = z
  .object({ password, confirmPassword: z.string({ error: "Enter the password again." }).max(1000) })
  .refine((form) => form.password === form.confirmPassword, {
    error: "Passwords do not match.",
    path: ["confirmPassword"],
  })
export type NewPasswordForm = z.output<typeof NewPasswordForm>

/** The name a person goes by, and the number at which their office reaches them. */
export const NameForm = z.object({
  name: neededLine("Enter your name.", 120, "Keep your name under 120 characters."),
  phone: phoneNumber.optional(),
})
export type NameForm = z.output<typeof NameForm>

/** Where the person is; left blank, where the school is. */
export const ZoneForm = z.object({
  timeZone: z.string().max(60, "Choose a time zone.").refine(isZone, "Choose a time zone.").optional(),
})
export type ZoneForm = z.output<typeof ZoneForm>

/** Another address to log in with, and the password in use. */
export const ChangeEmailForm = z.intersection(OwnPasswordForm, z.object({ email: emailAddress }))
export type ChangeEmailForm = z.output<typeof ChangeEmailForm>

/** Another password, with the one in use. */
export const ChangePasswordForm = z.intersection(OwnPasswordForm, NewPasswordForm)
export type ChangePasswordForm = z.output<typeof ChangePasswordForm>

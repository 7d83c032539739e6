import { z } from "zod"
import { NewPasswordForm } from "./new-password-form"
import { OwnPasswordForm } from "./own-password-form"

/** The name a person goes by. */
export const NameForm = z.object({
  name: z
    .string({ error: "Enter your name." })
    .trim()
    .normalize("NFC")
    .min(1, "Enter your name.")
    .max(120, "A name has at most 120 characters.")
    .regex(/^\P{Cc}*$/u, "This contains a character that cannot be shown."),
})
export type NameForm = z.output<typeof NameForm>

/** Another password, with the one in use. */
export const ChangePasswordForm = z.intersection(OwnPasswordForm, NewPasswordForm)
export type ChangePasswordForm = z.output<typeof ChangePasswordForm>

import { z } from "zod"
import { neededLine } from "~/utils/form-text"
import { OwnPasswordForm } from "../user/own-password-form"
import { NewPasswordForm } from "./new-password-form"

/** The name a person goes by. */
export const NameForm = z.object({
  name: neededLine("Enter your name.", 120, "Keep your name under 120 characters."),
})
export type NameForm = z.output<typeof NameForm>

/** Another password, with the one in use. */
export const ChangePasswordForm = z.intersection(OwnPasswordForm, NewPasswordForm)
export type ChangePasswordForm = z.output<typeof ChangePasswordForm>

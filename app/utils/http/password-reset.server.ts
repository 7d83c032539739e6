import { invalidResetLink } from "~/models/password-reset/password-reset"
import { askForPasswordReset, resetPassword } from "~/models/password-reset/password-reset.server"
import type { ForgotPasswordForm, PasswordResetPayload } from "~/models/password-reset/password-reset-forms"
import { tooManyTries } from "~/models/throttle/throttle"
import { countTry } from "~/models/throttle/throttle.server"
import { fold } from "~/models/user/user.server"
import { log } from "~/utils/log.server"
import { clientAddress } from "./address.server"
import { type Outcome, refused } from "./outcome"

// The pages and the JSON calls do the same; they differ in how they answer. Tries are counted before anything is looked
// up, per address typed too, so that a refusal says nothing about an account.

export async function answerPasswordRequest(
  request: Request,
  { email }: ForgotPasswordForm,
): Promise<Outcome> {
  const wait = Math.max(
    await countTry("password-reset-address", clientAddress(request)),
    await countTry("password-reset-account", fold(email)),
  )
  if (wait > 0) return refused(tooManyTries(wait), 429, "Error")
  try {
    askForPasswordReset(email)
    return { ok: true }
  } catch (error) {
    log.error({ err: error }, "a password reset could not be asked for")
    return refused("Failed to send password reset email. Please try again.", 503, "Error")
  }
}

export async function answerNewPassword(request: Request, payload: PasswordResetPayload): Promise<Outcome> {
  const wait = await countTry("new-password-address", clientAddress(request))
  if (wait > 0) return refused(tooManyTries(wait), 429)
  try {
    return (await resetPassword(payload)) ? { ok: true } : refused(invalidResetLink, 400)
  } catch (error) {
    log.error({ err: error }, "a new password could not be set")
    return refused("Failed to reset password. Please try again.", 503)
  }
}

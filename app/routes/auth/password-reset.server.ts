import { countedAddress } from "~/http/address.server"
import { type Answer, refused, tooMany } from "~/http/answer"
import { keepDevice } from "~/http/device-cookie.server"
import { invalidResetLink, passwordRequestFailure } from "~/models/accounts/password-reset/password-reset"
import { askForPasswordReset, resetPassword } from "~/models/accounts/password-reset/password-reset.server"
import type {
  ForgotPasswordForm,
  PasswordResetPayload,
} from "~/models/accounts/password-reset/password-reset-forms"
import { fold } from "~/models/accounts/user/user.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { log } from "~/utils/log.server"

// The pages and the JSON calls share this code and differ in how they answer. Tries are counted before any lookup, also
// per typed address, so that a refusal reveals nothing about an account.

export async function answerPasswordRequest(
  request: Request,
  { email }: ForgotPasswordForm,
): Promise<Answer> {
  const wait = await countTry("password-reset-address", countedAddress(request))
  if (wait > 0) return refused(tooManyTries(wait), tooMany(wait), "Error")
  try {
    // Anyone can use up an address's limit, so its owner gets no message: links mailed before still work.
    const spent = (await countTry("password-reset-account", fold(email))) > 0
    if (!spent) askForPasswordReset(email)
    return { ok: true }
  } catch (error) {
    log.error({ err: error }, "a password reset could not be asked for")
    return refused(passwordRequestFailure.text, 503, passwordRequestFailure.title)
  }
}

export async function answerNewPassword(request: Request, payload: PasswordResetPayload): Promise<Answer> {
  const wait = await countTry("new-password-address", countedAddress(request))
  if (wait > 0) return refused(tooManyTries(wait), tooMany(wait))
  try {
    const reset = await resetPassword(payload)
    if (!reset) return refused(invalidResetLink, 400)
    // The person who read the mail owns this device, so strangers who guess elsewhere can't lock them out here.
    return { ok: true, headers: new Headers({ "Set-Cookie": await keepDevice(request, reset.userId) }) }
  } catch (error) {
    log.error({ err: error }, "a new password could not be set")
    return refused("Failed to reset password. Please try again.", 503)
  }
}

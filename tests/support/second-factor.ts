import { Secret, TOTP } from "otpauth"
import {
  beginSecondFactor,
  confirmSecondFactor,
  findOpenEnrolment,
} from "~/models/accounts/second-factor/second-factor.server"
import { now } from "~/utils/clock.server"

/** What an authenticator app shows at an instant (UTC ms), spaces in the key or not. */
export const codeAt = (secret: string, at = now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: at })

/** Turns the second factor on for a person; the code of the present half minute is then used up. */
export function turnOnSecondFactor(userId: string, signInId = "none") {
  beginSecondFactor(userId)
  const secret = findOpenEnrolment(userId)?.secret ?? ""
  const confirmed = confirmSecondFactor(userId, codeAt(secret), signInId)
  if (!confirmed.ok) throw new Error(confirmed.reason)
  return { secret, recoveryCodes: confirmed.recoveryCodes }
}

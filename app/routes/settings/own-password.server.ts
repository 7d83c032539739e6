import { type RefusalStatus, tooMany } from "~/http/answer"
import { passwordMatches } from "~/models/accounts/user/password.server"
import { findUser } from "~/models/accounts/user/user.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry, forgetTries } from "~/models/foundation/throttle/throttle.server"

type PasswordRefused = { ok: false; reason: "password"; message: string; status: RefusalStatus }

/** What a refused password says beside its field. */
export const besidePassword = ({ message, status }: PasswordRefused) => ({
  at: "currentPassword",
  says: message,
  status,
})

/** Verifies the logged-in person's password. Tries are counted; a failure returns the message for the field. */
export async function tryOwnPassword(
  userId: string,
  password: string,
): Promise<{ ok: true } | PasswordRefused> {
  const wait = await countTry("own-password", userId)
  if (wait > 0) return { ok: false, reason: "password", message: tooManyTries(wait), status: tooMany(wait) }
  if (!(await passwordMatches(findUser(userId)?.passwordHash, password)))
    return { ok: false, reason: "password", message: "That’s not your password. Try again.", status: 400 }
  await forgetTries("own-password", userId)
  return { ok: true }
}

import { Authenticator } from "remix-auth"
import { FormStrategy } from "remix-auth-form"
import { recordFailedSignIn } from "~/models/accounts/sign-in/sign-in-events.server"
import { beginTry, countFailures, endTry, type Try } from "~/models/accounts/sign-in/sign-in-tries.server"
import { findUserByName, findUserByPassword, fold, type User } from "~/models/accounts/user/user.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countedAddress } from "./address.server"
import { type RefusalStatus, tooMany } from "./answer"
import { findDevice } from "./device-cookie.server"

// Checks a name and a password with remix-auth's form strategy. Tries are counted before the password is checked, so
// that a refusal for too many tries reveals nothing about it.

/** Why the login failed; the message is shown as it is. */
export class SignInRefused extends Error {
  constructor(
    message: string,
    readonly status: RefusalStatus,
  ) {
    super(message)
  }
}

export const wrongPassword = "Invalid username or password"

export const authenticator = new Authenticator<User>()

authenticator.use(
  new FormStrategy<User>(({ form, request }) =>
    findAuthenticatedUser(request, String(form.get("username") ?? ""), String(form.get("password") ?? "")),
  ),
  "password",
)

/** The user with this name and password; throws `SignInRefused`. The password is one factor: see login.server. */
export async function findAuthenticatedUser(request: Request, name: string, password: string): Promise<User> {
  const account = fold(name).slice(0, 254)
  const named = findUserByName(account)
  const attempt: Try = {
    account,
    address: countedAddress(request),
    deviceId: await findDevice(request, named),
  }
  const wait = beginTry(attempt)
  if (wait > 0) throw new SignInRefused(tooManyTries(wait, waysIn), tooMany(wait))
  const user = await findUserByPassword(account, password)
  if (!user) {
    if (named) recordFailedSignIn(named, "password", countFailures(attempt))
    throw new SignInRefused(wrongPassword, 401)
  }
  endTry(attempt)
  return user
}

/** A child's account has no address to send a link to. */
const waysIn =
  ", or reset your password. No email? Ask your family or your school’s office for a temporary password"

import { Authenticator } from "remix-auth"
import { FormStrategy } from "remix-auth-form"
import { tooManyTries } from "~/models/throttle/throttle"
import { countTry, forgetTries } from "~/models/throttle/throttle.server"
import { findUserByPassword, fold, type User } from "~/models/user/user.server"
import { clientAddress } from "./address.server"

// Who is at the door: remix-auth with its form strategy. Tries are counted per account and per address, before the
// password is looked at, so that a locked door says nothing about the password.

/** Why nobody was let in; the message is shown as it is. */
export class SignInRefused extends Error {
  constructor(
    message: string,
    readonly status: 401 | 429,
  ) {
    super(message)
  }
}

export const authenticator = new Authenticator<User>()

authenticator.use(
  new FormStrategy<User>(({ form, request }) =>
    findUserAtTheDoor(request, String(form.get("username") ?? ""), String(form.get("password") ?? "")),
  ),
  "password",
)

/** The user whose name and password these are; throws `SignInRefused`. The password is one factor: see login.server. */
export async function findUserAtTheDoor(request: Request, name: string, password: string): Promise<User> {
  const account = fold(name).slice(0, 254)
  const wait = Math.max(
    await countTry("sign-in-address", clientAddress(request)),
    await countTry("sign-in-account", account),
  )
  if (wait > 0) throw new SignInRefused(tooManyTries(wait, ", or reset your password"), 429)
  const user = await findUserByPassword(name, password)
  if (!user) throw new SignInRefused("Invalid username or password", 401)
  await forgetTries("sign-in-account", account)
  return user
}

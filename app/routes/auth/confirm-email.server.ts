import { redirect } from "@remix-run/node"
import { countedAddress } from "~/http/address.server"
import { type Answer, refused, tooMany } from "~/http/answer"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { NewPasswordForm } from "~/models/accounts/profile/new-password-form"
import {
  askForConfirmation,
  confirmAddress,
  findConfirmation,
} from "~/models/accounts/proven-address/confirm-address.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { isOwnName, ownNameRefused } from "~/models/accounts/user/common-passwords"
import { hashPassword } from "~/models/accounts/user/password.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { paths } from "~/utils/paths"
import { beginSignIn } from "./login.server"

/** Mails the signed-in person a link to confirm their address, at most one every two minutes and five a day. */
export async function answerConfirmationRequest({ user }: SignIn): Promise<Answer> {
  const wait = Math.max(
    await countTry("confirmation-mail", user.id),
    await countTry("confirmation-mail-day", user.id),
  )
  if (wait > 0)
    return refused(`We just sent you a link. Check your spam folder. ${tooManyTries(wait)}`, tooMany(wait))
  return askForConfirmation(user.id).ok ? { ok: true } : refused("Your email is already confirmed.", 409)
}

/** Answers the form behind the mailed link: the address is proven, the password set, and the person signed in. */
export async function answerConfirmation(request: Request, token: string) {
  const submission = readForm(await request.formData(), { schema: NewPasswordForm })
  if (submission.status !== "success") return invalid(submission)
  const wait = await countTry("new-password-address", countedAddress(request))
  if (wait > 0) return invalid(submission, { form: tooManyTries(wait) }, tooMany(wait))
  const found = findConfirmation(token)
  const { password } = submission.value
  if (found && isOwnName(password, found.user.email)) return invalid(submission, { password: ownNameRefused })
  const confirmed = found && confirmAddress(token, await hashPassword(password))
  if (!confirmed?.ok) return redirect(paths.confirmEmail(token || "used"), 303)
  const { home, headers } = await beginSignIn(request, confirmed.userId, false)
  return redirectWithToast(home, "Email confirmed. Your new password is set.", headers)
}

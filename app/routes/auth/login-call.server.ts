import { findAuthenticatedUser, SignInRefused } from "~/http/authenticator.server"
import { keepHalfSignIn } from "~/http/half-sign-in.server"
import { answerJson, refuseJson } from "~/http/json.server"
import { clientUser } from "~/models/accounts/sign-in/client-user"
import type { LoginPayload } from "~/models/accounts/sign-in/login-payload"
import { hasSecondFactor } from "~/models/accounts/sign-in/second-factor-state.server"
import { log } from "~/utils/log.server"
import { beginSignIn, tryCode } from "./login.server"

/**
 * Answers the login call with the same rules as the pages. An account with a second factor is refused without a code,
 * with `secondFactorRequired` and the half sign-in that the page for the code goes on from.
 */
export async function answerLoginCall(
  request: Request,
  { username, password, rememberMe, to, ...given }: LoginPayload,
): Promise<Response> {
  try {
    const user = await findAuthenticatedUser(request, username, password)
    if (hasSecondFactor(user.id)) {
      if (!given.code && !given.recoveryCode)
        return answerJson(
          { message: "Enter the code from your authenticator app.", secondFactorRequired: true },
          401,
          new Headers({ "Set-Cookie": await keepHalfSignIn({ user, remember: rememberMe, to }) }),
        )
      const tried = await tryCode(user.id, given)
      if (!tried.ok) return refuseJson(tried.message, tried.status)
    }
    const { headers, signIn } = await beginSignIn(request, user.id, rememberMe, {
      checked: user.passwordHash,
    })
    if (!signIn) throw new Error("A sign-in that just started must exist.")
    const { id, role, schoolId, isSuperAdmin } = clientUser(signIn)
    return answerJson({ id, role, schoolId, isSuperAdmin }, 200, headers)
  } catch (refusal) {
    if (refusal instanceof SignInRefused) return refuseJson(refusal.message, refusal.status)
    log.error({ err: refusal }, "a login failed unexpectedly")
    return refuseJson("An unexpected error occurred. Please try again.", 503)
  }
}

import { redirect } from "@remix-run/node"
import { type RefusalStatus, tooMany } from "~/http/answer"
import {
  authenticator,
  findAuthenticatedUser,
  SignInRefused,
  wrongPassword,
} from "~/http/authenticator.server"
import { keepDevice } from "~/http/device-cookie.server"
import { actorOf, findViewer } from "~/http/guards.server"
import { dropHalfSignIn, keepHalfSignIn, readHalfSignIn } from "~/http/half-sign-in.server"
import { answerJson, refuseJson } from "~/http/json.server"
import { invalid, readForm } from "~/http/read-form.server"
import { safeRedirect } from "~/http/safe-redirect"
import { keepSignInToken, readSignInToken } from "~/http/sign-in-cookie.server"
import { acceptCode, isSecondFactorReadable } from "~/models/accounts/second-factor/second-factor.server"
import { SecondFactorForm } from "~/models/accounts/second-factor/second-factor-form"
import { clientUser } from "~/models/accounts/sign-in/client-user"
import { LoginForm, type LoginPayload } from "~/models/accounts/sign-in/login-form"
import { hasSecondFactor } from "~/models/accounts/sign-in/second-factor-state.server"
import { findSignIn, type MembershipKey, startSignInInstead } from "~/models/accounts/sign-in/sign-in.server"
import { recordFailedSignIn, recordSignIn } from "~/models/accounts/sign-in/sign-in-events.server"
import { findUser } from "~/models/accounts/user/user.server"
import { homeOf } from "~/models/foundation/access/homes"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry, forgetTries } from "~/models/foundation/throttle/throttle.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"

// Both login pages share this code and differ in what they show. A password alone doesn't log in a user with a second
// factor: every login by password checks `hasSecondFactor` and continues with a half sign-in.

/** Redirects a person who is already logged in to the requested page or their home (spec §2, "Login"). */
export async function redirectSignedIn(request: Request) {
  const viewer = await findViewer(request)
  if (!viewer) return
  const home = homeOf(viewer)
  throw redirect(safeRedirect(new URL(request.url).searchParams.get("to"), home))
}

/** Answers a login form: the sign-in's cookie and the way home, the second step, or what is wrong with it. */
export async function answerLogin(request: Request) {
  const submission = readForm(await request.clone().formData(), { schema: LoginForm })
  if (submission.status !== "success") return invalid(submission)
  const { rememberMe: remember, to } = submission.value
  try {
    const user = await authenticator.authenticate("password", request)
    if (hasSecondFactor(user.id))
      return redirect(paths.secondFactor(), {
        status: 303,
        headers: { "Set-Cookie": await keepHalfSignIn({ user, remember, to }) },
      })
    const { home, headers } = await beginSignIn(request, user.id, remember, { checked: user.passwordHash })
    return redirect(safeRedirect(to, home), { status: 303, headers })
  } catch (refusal) {
    if (refusal instanceof SignInRefused)
      return invalid(
        submission,
        { form: refusal.message },
        refusal.status === 401 ? 400 : refusal.status,
        loginFailed,
      )
    if (refusal instanceof Response) throw refusal
    log.error({ err: refusal }, "a login failed unexpectedly")
    return invalid(submission, { form: "An unexpected error occurred. Please try again." }, 503, loginFailed)
  }
}

const loginFailed = "Login failed"

export const wrongCode = "This code is wrong or was already used. Enter the current code from your app."

const unreadableFactor =
  "We can no longer check codes from your app. Use a recovery code, or ask support to reset your two-factor login."

/**
 * Checks a code for this user. Tries are counted per user before the code is checked; too many return a message to
 * show.
 */
async function tryCode(
  userId: string,
  given: { code?: string; recoveryCode?: string },
): Promise<{ ok: true } | { ok: false; message: string; status: RefusalStatus }> {
  const wait = await countTry("second-factor-account", userId)
  if (wait > 0) return { ok: false, message: tooManyTries(wait), status: tooMany(wait) }
  if (!acceptCode(userId, given)) {
    const user = findUser(userId)
    if (user) recordFailedSignIn(user, "code")
    const message = isSecondFactorReadable(userId) ? wrongCode : unreadableFactor
    return { ok: false, message, status: 401 }
  }
  await forgetTries("second-factor-account", userId)
  return { ok: true }
}

/** Answers the second step of a login. */
export async function answerSecondFactor(request: Request) {
  const half = await readHalfSignIn(request)
  if (!half) return redirect(paths.login(), 303)
  const submission = readForm(await request.formData(), { schema: SecondFactorForm })
  if (submission.status !== "success") return invalid(submission)
  const tried = await tryCode(half.user.id, submission.value)
  if (!tried.ok)
    return invalid(
      submission,
      { [submission.value.recoveryCode ? "recoveryCode" : "code"]: tried.message },
      tried.status === 401 ? 400 : tried.status,
    )
  const { id, passwordHash } = half.user
  try {
    const { home, headers } = await beginSignIn(request, id, half.remember, { checked: passwordHash })
    headers.append("Set-Cookie", await dropHalfSignIn())
    return redirect(safeRedirect(half.to, home), { status: 303, headers })
  } catch (refusal) {
    if (refusal instanceof SignInRefused) return redirect(paths.login(), 303)
    throw refusal
  }
}

/**
 * Starts a sign-in for an authenticated user, as the given membership or their first, and ends the browser's previous
 * one. `checked` is the password hash that was verified: after a password change it no longer logs in. Returns the
 * headers, the person's home, and their role.
 */
export async function beginSignIn(
  request: Request,
  userId: string,
  remember: boolean,
  options: { as?: MembershipKey; checked?: string | null } = {},
) {
  const replaces = await readSignInToken(request)
  return keepBegunSignIn(request, startSignInHere(request, userId, remember, { ...options, replaces }))
}

type Replacing = NonNullable<Parameters<typeof startSignInInstead>[2]>

/** The sign-in itself with its entry in the activity, for an act that begins with more; the browser has yet to keep it. */
export function startSignInHere(request: Request, userId: string, remember: boolean, options: Replacing) {
  const browser = { remember, userAgent: request.headers.get("User-Agent") }
  return asOneAct(() => {
    const started = startSignInInstead(userId, browser, options)
    if (!started) throw new SignInRefused(wrongPassword, 401)
    const signIn = findSignIn(started.token)
    if (signIn?.membership) recordSignIn(actorOf(signIn), browser.userAgent)
    return { ...started, userId, remember, signIn }
  })
}

/** The headers with which the browser keeps a sign-in, the person's home, and their role. */
export async function keepBegunSignIn(
  request: Request,
  { token, lifetimeMs, userId, remember, signIn }: ReturnType<typeof startSignInHere>,
) {
  const headers = new Headers({
    "Set-Cookie": await keepSignInToken(token, remember ? lifetimeMs : undefined),
  })
  headers.append("Set-Cookie", await keepDevice(request, userId))
  return {
    headers,
    home: homeOf(signIn),
    signIn,
  }
}

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

import { redirect } from "@remix-run/node"
import { homeOf } from "~/models/access/homes"
import { acceptCode } from "~/models/second-factor/second-factor.server"
import { SecondFactorForm } from "~/models/second-factor/second-factor-form"
import { hasSecondFactor } from "~/models/second-factor/second-factor-state.server"
import { LoginForm } from "~/models/sign-in/login-form"
import { findSignIn, type MembershipKey, startSignIn } from "~/models/sign-in/sign-in.server"
import { tooManyTries } from "~/models/throttle/throttle"
import { countTry, forgetTries } from "~/models/throttle/throttle.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { authenticator, SignInRefused } from "./authenticator.server"
import { findViewer } from "./guards.server"
import { dropHalfSignIn, keepHalfSignIn, readHalfSignIn } from "./half-sign-in.server"
import { readForm } from "./read-form.server"
import { invalid } from "./responses.server"
import { safeRedirect } from "./safe-redirect"
import { keepSignInToken } from "./sign-in-cookie.server"

// Both login pages do the same; they differ in what they show. Who has a second factor is not signed in by a password:
// every way in by password asks `hasSecondFactor` and goes on with a half sign-in.

/** Sends somebody who is already signed in to where they wanted to go, or to their home (spec §2, "Login"). */
export async function redirectSignedIn(request: Request) {
  const viewer = await findViewer(request)
  if (!viewer) return
  const home = homeOf({ isSuperAdmin: viewer.user.isSuperAdmin, role: viewer.membership?.role ?? null })
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
    const { home, headers } = await beginSignIn(request, user.id, remember)
    return redirect(safeRedirect(to, home), { status: 303, headers })
  } catch (refusal) {
    if (refusal instanceof SignInRefused)
      return invalid(submission, { form: refusal.message }, 400, loginFailed)
    if (refusal instanceof Response) throw refusal
    log.error({ err: refusal }, "somebody could not be signed in")
    return invalid(submission, { form: "An unexpected error occurred. Please try again." }, 503, loginFailed)
  }
}

const loginFailed = "Login failed"

export const wrongCode = "This code is not right, or was used already. Enter the one your app shows now."

/**
 * Whether a code, tried for this user, is right. Tries are counted per user before the code is looked at; too many are
 * answered with the words to show.
 */
export async function tryCode(
  userId: string,
  given: { code?: string; recoveryCode?: string },
): Promise<{ ok: true } | { ok: false; message: string; status: 401 | 429 }> {
  const wait = await countTry("second-factor-account", userId)
  if (wait > 0) return { ok: false, message: tooManyTries(wait), status: 429 }
  if (!acceptCode(userId, given)) return { ok: false, message: wrongCode, status: 401 }
  await forgetTries("second-factor-account", userId)
  return { ok: true }
}

/** Answers the second step of signing in. */
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
      tried.status === 429 ? 429 : 400,
    )
  const { home, headers } = await beginSignIn(request, half.user.id, half.remember)
  headers.append("Set-Cookie", await dropHalfSignIn())
  return redirect(safeRedirect(half.to, home), { status: 303, headers })
}

/**
 * Starts a sign-in for a user who has shown who they are, as the given membership or their first. Returns the headers
 * that keep it, the person's home, and what they are now.
 */
export async function beginSignIn(request: Request, userId: string, remember: boolean, as?: MembershipKey) {
  const browser = { remember, userAgent: request.headers.get("User-Agent") }
  const { token, lifetimeMs } = startSignIn(userId, browser, as)
  const signIn = findSignIn(token)
  return {
    headers: new Headers({ "Set-Cookie": await keepSignInToken(token, remember ? lifetimeMs : undefined) }),
    home: homeOf({
      isSuperAdmin: signIn?.user.isSuperAdmin ?? false,
      role: signIn?.membership?.role ?? null,
    }),
    signIn,
  }
}

import { parseWithZod } from "@conform-to/zod/v4"
import { redirect } from "@remix-run/node"
import { homeOf } from "~/models/access/homes"
import { LoginForm } from "~/models/sign-in/login-form"
import { findSignIn, type MembershipKey, startSignIn } from "~/models/sign-in/sign-in.server"
import { authenticator, SignInRefused } from "./authenticator.server"
import { findViewer } from "./guards.server"
import { invalid } from "./responses.server"
import { safeRedirect } from "./safe-redirect"
import { keepSignInToken } from "./sign-in-cookie.server"

// Both login pages do the same; they differ in what they show.

/** Sends somebody who is already signed in to their home (spec §2, "Login"). */
export async function redirectSignedIn(request: Request) {
  const viewer = await findViewer(request)
  if (viewer)
    throw redirect(homeOf({ isSuperAdmin: viewer.user.isSuperAdmin, role: viewer.membership?.role ?? null }))
}

/** Answers a login form: the sign-in's cookie and the way home, or what is wrong with it. */
export async function answerLogin(request: Request) {
  const submission = parseWithZod(await request.clone().formData(), { schema: LoginForm })
  if (submission.status !== "success") return invalid(submission)
  try {
    const user = await authenticator.authenticate("password", request)
    const cookie = await beginSignIn(request, user.id, submission.value.rememberMe)
    return redirect(safeRedirect(submission.value.to, cookie.home), { status: 303, headers: cookie.headers })
  } catch (refusal) {
    if (refusal instanceof SignInRefused) return invalid(submission, { form: refusal.message })
    throw refusal
  }
}

/** Starts a sign-in for a user who has shown who they are, as the given membership or their first. Returns the headers that keep it and the person's home. */
export async function beginSignIn(request: Request, userId: string, remember: boolean, as?: MembershipKey) {
  const browser = { remember, userAgent: request.headers.get("User-Agent") }
  const { token, lifetimeMs } = startSignIn(userId, browser, as)
  const signIn = findSignIn(token)
  return {
    headers: { "Set-Cookie": await keepSignInToken(token, remember ? lifetimeMs : undefined) },
    home: homeOf({
      isSuperAdmin: signIn?.user.isSuperAdmin ?? false,
      role: signIn?.membership?.role ?? null,
    }),
  }
}

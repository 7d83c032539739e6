import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { actorOf, orNotFound, requireUser } from "~/http/guards.server"
import { keepSignInToken, readSignInToken } from "~/http/sign-in-cookie.server"
import { findSignIn, switchMembership } from "~/models/accounts/sign-in/sign-in.server"
import { recordSignIn } from "~/models/accounts/sign-in/sign-in-events.server"
import { homeOf } from "~/models/foundation/access/homes"

/** Changing schools changes the sign-in, so it is a POST; a visit by address just goes home. */
export async function loader({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request)
  return redirect(homeOf(viewer))
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request)
  const form = await request.formData()
  const token = await readSignInToken(request)
  const to = { schoolId: String(form.get("schoolId")), memberId: String(form.get("memberId")) }
  const switched = orNotFound(token ? switchMembership(token, to) : undefined)
  const entered = findSignIn(switched.token)
  if (entered?.membership) recordSignIn(actorOf(entered), request.headers.get("User-Agent"))
  const cookie = await keepSignInToken(switched.token, switched.remembered ? switched.lifetimeMs : undefined)
  return redirect(homeOf(entered), {
    status: 303,
    headers: { "Set-Cookie": cookie },
  })
}

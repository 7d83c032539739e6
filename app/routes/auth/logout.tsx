import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { holderOf } from "~/http/form-token.server"
import { allowAnyone, findViewer } from "~/http/guards.server"
import { readPendingForms } from "~/http/pending-form.server"
import { clearBrowserCache, dropSignInToken, readSignInToken } from "~/http/sign-in-cookie.server"
import { endSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { forgetPendingForms } from "~/models/foundation/pending-form/pending-form.server"
import { paths } from "~/utils/paths"

/** Signing out changes something, so it is a POST; a visit by address just goes home. */
export function loader() {
  allowAnyone()
  return redirect(paths.landing())
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findViewer(request)
  const token = await readSignInToken(request)
  if (viewer && token) {
    endSignIn(token)
    forgetPendingForms(holderOf(viewer), await readPendingForms(request))
  }
  return redirect(paths.landing(), {
    status: 303,
    headers: { "Set-Cookie": await dropSignInToken(), ...clearBrowserCache },
  })
}

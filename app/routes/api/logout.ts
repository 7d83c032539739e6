import type { ActionFunctionArgs } from "@remix-run/node"
import { findCaller } from "~/http/call-guards.server"
import { holderOf } from "~/http/form-token.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost } from "~/http/json.server"
import { readPendingForms } from "~/http/pending-form.server"
import { clearBrowserCache, dropSignInToken, readSignInToken } from "~/http/sign-in-cookie.server"
import { endSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { forgetPendingForms } from "~/models/foundation/pending-form/pending-form.server"

/** `POST /api/logout` (spec §7), without a payload: ends the sign-in. Succeeds without one, too. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findCaller(request)
  if (request.method !== "POST") return onlyPost()
  const token = await readSignInToken(request)
  if (viewer && token) {
    endSignIn(token)
    forgetPendingForms(holderOf(viewer), await readPendingForms(request))
  }
  return answerJson(
    { success: true },
    200,
    new Headers({ "Set-Cookie": await dropSignInToken(), ...clearBrowserCache }),
  )
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

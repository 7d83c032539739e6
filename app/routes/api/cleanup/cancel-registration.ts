import type { ActionFunctionArgs } from "@remix-run/node"
import { findCaller } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, notSignedIn, onlyMethod, readJson, refuseJson } from "~/http/json.server"
import { CancelRegistrationPayload } from "~/models/accounts/school/cancel-registration-payload"
import { cancelOwnRegistration } from "~/routes/registration/registration-end.server"

/**
 * `DELETE /api/cleanup/cancel-registration` (spec §7): deletes the logged-in person's own unpaid
 * registration. Anything else is left alone and answers `cleaned: false`.
 */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findCaller(request)
  const body = await readJson(request, CancelRegistrationPayload, "DELETE")
  if (!viewer) return notSignedIn()
  if (!body.ok) return body.answer
  // One text for an address that is known and one that is not.
  if (!viewer.user.email || viewer.user.email !== body.value.email)
    return answerJson({ cleaned: false, message: "This isn’t the email of your account." }, 403)
  const ended = await cancelOwnRegistration(viewer)
  if (ended.state === "failed")
    return refuseJson("Failed to cleanup account data. Please contact support.", 502)
  return answerJson({ cleaned: ended.state === "cleaned" }, 200, ended.headers)
}

export function loader() {
  allowAnyone()
  return onlyMethod("DELETE")
}

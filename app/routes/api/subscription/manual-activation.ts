import type { ActionFunctionArgs } from "@remix-run/node"
import { tooMany } from "~/http/answer"
import { findCaller } from "~/http/call-guards.server"
import { actorOf, allowAnyone } from "~/http/guards.server"
import { answerJson, notSignedIn, onlyPost, readJson, refuseJson } from "~/http/json.server"
import { askForActivation } from "~/models/accounts/subscription/confirm-subscription.server"
import { ManualActivationPayload } from "~/models/accounts/subscription/manual-activation-payload"
import { may } from "~/models/foundation/access/permissions"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { platformProvider } from "~/utils/payment-providers"

/**
 * `POST /api/subscription/manual-activation` (spec §7): asks the provider again now. Amount, plan and
 * currency are checked for their type only and never trusted.
 */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findCaller(request)
  const body = await readJson(request, ManualActivationPayload)
  if (!viewer) return notSignedIn()
  if (!body.ok) return body.answer
  if (!viewer.membership || !may(viewer.membership.role, "subscription:pay"))
    return refuseJson("Only the school’s administrator can do this.", 403)
  const actor = actorOf(viewer)
  const wait = await countTry("manual-activation", actor.school.id)
  if (wait > 0)
    return refuseJson(`We have just asked ${platformProvider}. Try again in a few seconds.`, tooMany(wait))
  const { isActive, status, message } = await askForActivation(actor)
  // Bounded and not required: another machine would ask the provider again.
  if (isActive) await isReplicated()
  return answerJson({ success: isActive, status, message })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

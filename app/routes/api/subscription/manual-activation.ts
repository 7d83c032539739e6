import type { ActionFunctionArgs } from "@remix-run/node"
import { may } from "~/models/access/permissions"
import { askForActivation } from "~/models/subscription/ask-activation.server"
import { ManualActivationPayload } from "~/models/subscription/manual-activation-payload"
import { countTry } from "~/models/throttle/throttle.server"
import { findCaller } from "~/utils/http/call-guards.server"
import { actorOf, allowAnyone } from "~/utils/http/guards.server"
import { answerJson, notSignedIn, onlyPost, readJson, refuseJson } from "~/utils/http/json.server"
import { tooMany } from "~/utils/http/outcome"
import { isKeptElsewhere } from "~/utils/replication/kept-elsewhere.server"

/**
 * `POST /api/subscription/manual-activation` (spec §7, product.md 2.2): "please ask the provider again now". Amount, plan
 * and currency are looked at for their type only; nothing is believed of them.
 */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findCaller(request)
  const body = await readJson(request, ManualActivationPayload)
  if (!viewer) return notSignedIn()
  if (!body.ok) return body.answer
  if (!viewer.membership || !may(viewer.membership.role, "subscription:pay"))
    return refuseJson("Only the school's administration can ask for this.", 403)
  const actor = actorOf(viewer)
  const wait = await countTry("manual-activation", actor.school.id)
  if (wait > 0) return refuseJson("We have just asked PayPal. Try again in a few seconds.", tooMany(wait))
  const { isActive, status, message } = await askForActivation(actor)
  // Bounded, and nothing depends on it: another machine would ask PayPal again.
  if (isActive) await isKeptElsewhere()
  return answerJson({ success: isActive, status, message })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

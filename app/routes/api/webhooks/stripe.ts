import type { ActionFunctionArgs } from "@remix-run/node"
import { clientAddress, countedAddress } from "~/http/address.server"
import { tooMany } from "~/http/answer"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { receiveStripeEvent } from "~/models/accounts/provider-event/provider-event.server"
import { openWebhookSecretOf } from "~/models/accounts/stripe-account/stripe-account.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { judgeStripeEvent } from "~/providers/stripe/stripe-events.server"
import { log } from "~/utils/log.server"

/**
 * `POST /api/webhooks/stripe/:schoolId`: an event of a school's own Stripe account. Only messages signed with that school's
 * secret are accepted; each is stored once, and a job asks Stripe for the current state.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  allowAnyone()
  if (request.method !== "POST") return onlyPost()
  const schoolId = params.schoolId ?? ""
  const raw = Buffer.from(await request.arrayBuffer()).toString("utf8")
  const secret = openWebhookSecretOf(schoolId)
  if (!secret) return refuseForged(request)
  const event = judgeStripeEvent(raw, request.headers.get("stripe-signature"), secret)
  if (event === "forged") return refuseForged(request)
  if (event === "unreadable") return refuseJson("This message can’t be read.", 400)
  const isNew = receiveStripeEvent(schoolId, event)
  // An answered message isn't sent again, so another machine must have it first.
  if (!(await isReplicated())) return refuseJson("This isn’t stored safely yet. Send it again.", 503)
  return answerJson({ received: true, isNew })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

/** A forged message leaves only a line in the log, whether there is such a school or not; a sender of many is ignored for a while. */
async function refuseForged(request: Request) {
  const address = clientAddress(request)
  const wait = await countTry("forged-event-address", countedAddress(request))
  log.warn({ address }, "a message claimed to be of a school's Stripe account and is not")
  return wait > 0
    ? refuseJson("Too many messages that aren’t from Stripe.", tooMany(wait))
    : refuseJson("This message isn’t from Stripe.", 401)
}

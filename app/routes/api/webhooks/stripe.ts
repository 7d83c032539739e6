import type { ActionFunctionArgs } from "@remix-run/node"
import { refuseForged } from "~/http/forged-message.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { receiveStripeEvent } from "~/models/accounts/provider-event/provider-event.server"
import { openWebhookSecretOf } from "~/models/accounts/stripe-account/stripe-account.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { judgeStripeEvent } from "~/providers/stripe/stripe-events.server"

/** Said whether there is such a school or not. */
const forged = { sender: "Stripe", whose: "of a school's Stripe account" }

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
  if (!secret) return refuseForged(request, forged)
  const event = judgeStripeEvent(raw, request.headers.get("stripe-signature"), secret)
  if (event === "forged") return refuseForged(request, forged)
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

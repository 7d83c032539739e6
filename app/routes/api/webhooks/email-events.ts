import type { ActionFunctionArgs } from "@remix-run/node"
import { refuseForged } from "~/http/forged-message.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { schoolOfWebhook } from "~/http/member-actor.server"
import { readMailEvent, takeMailEvent } from "~/models/accounts/bounce/take-bounces.server"
import { judgeMailEvent } from "~/providers/inbound-mail/inbound-signature.server"
import { isReplicated } from "~/providers/replication/replicated.server"

/**
 * `POST /api/webhooks/email-events`: Resend says what became of a mail that we sent. Only messages with a valid signature
 * are accepted, and only about mail of ours.
 */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  if (request.method !== "POST") return onlyPost()
  const raw = Buffer.from(await request.arrayBuffer())
  const verdict = judgeMailEvent(request.headers, raw)
  if (verdict === "not-configured") return refuseJson("No email events are set up here.", 503)
  if (verdict === "forged")
    return refuseForged(request, {
      sender: "the mail provider",
      whose: "the mail provider's",
      id: { messageId: request.headers.get("svix-id")?.slice(0, 64) },
    })
  const event = readMailEvent(raw.toString("utf8"))
  if (!event) return refuseJson("This message can’t be read.", 400)
  const outcome = event === "other" ? "no-change" : takeMailEvent(event, schoolOfWebhook)
  // An answered message isn't repeated, so another machine must have it first.
  if (!(await isReplicated())) return refuseJson("This isn’t stored safely yet. Send it again.", 503)
  return answerJson({ received: true, outcome })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

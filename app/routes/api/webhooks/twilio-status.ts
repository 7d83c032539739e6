import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { recordTextEvent } from "~/models/foundation/text-message/text-outbox.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { failureOf, stateOf } from "~/providers/text-messages/twilio.server"
import { readTwilioMessage } from "./twilio-message.server"

/**
 * `POST /api/webhooks/twilio/:schoolId/status/:textId`: what became of a text that we sent. Only messages signed with the key of
 * the school's own account are accepted, and only about a text of that school.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  allowAnyone()
  if (request.method !== "POST") return onlyPost()
  const message = await readTwilioMessage(request, params.schoolId ?? "")
  if (message instanceof Response) return message
  const id = message.get("MessageSid") ?? ""
  const state = stateOf(message.get("MessageStatus") ?? "")
  if (!/^(SM|MM)[0-9a-fA-F]{32}$/.test(id)) return refuseJson("This message can’t be read.", 400)
  const reason = state === "failed" ? failureOf(Number(message.get("ErrorCode"))) : null
  const isOurs =
    state !== undefined && recordTextEvent(params.schoolId ?? "", params.textId ?? "", { id, state, reason })
  if (!(await isReplicated())) return refuseJson("This isn’t stored safely yet. Send it again.", 503)
  return answerJson({ received: true, isOurs })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { onlyPost, refuseJson } from "~/http/json.server"
import { schoolOfWebhook } from "~/http/member-actor.server"
import { keepReceivedText } from "~/models/communication/received-text/received-text.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { readTwilioMessage } from "./twilio-message.server"

/**
 * `POST /api/webhooks/twilio/:schoolId/received`: someone wrote to the school's number. Kept once; a job has it join its
 * conversation. Answered with an empty TwiML: nothing is texted back by itself.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  allowAnyone()
  if (request.method !== "POST") return onlyPost()
  const message = await readTwilioMessage(request, params.schoolId ?? "")
  if (message instanceof Response) return message
  const providerId = message.get("MessageSid") ?? ""
  const phone = message.get("From") ?? ""
  const school = schoolOfWebhook(params.schoolId ?? "")
  if (!school || !/^(SM|MM)[0-9a-fA-F]{32}$/.test(providerId) || !/^\+?\w{3,20}$/.test(phone))
    return refuseJson("This message can’t be read.", 400)
  const files = Number(message.get("NumMedia")) || 0
  const body = (message.get("Body") ?? "").trim()
  const picture = files > 0 ? "(A picture was sent. Ask for it by email.)" : ""
  keepReceivedText(school, {
    providerId,
    phone,
    body: [body, picture].filter(Boolean).join("\n\n") || "(An empty text message.)",
  })
  if (!(await isReplicated())) return refuseJson("This isn’t stored safely yet. Send it again.", 503)
  return new Response("<Response></Response>", {
    headers: { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "private, no-store" },
  })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

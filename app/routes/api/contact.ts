import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson, refuseJson } from "~/http/json.server"
import { answerContactMessage } from "~/http/visitors.server"
import { ContactMessageForm } from "~/models/platform/contact-message/contact-message-form"

/** `POST /api/contact` (spec §7). */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const body = await readJson(request, ContactMessageForm)
  if (!body.ok) return body.answer
  const answer = await answerContactMessage(request, body.value)
  if (!answer.ok) return refuseJson(answer.message, answer.status)
  return answerJson({
    success: true,
    message: "Message sent successfully! We'll get back to you within 24 hours.",
  })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

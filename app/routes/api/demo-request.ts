import type { ActionFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson, refuseJson } from "~/http/json.server"
import { answerDemoRequest } from "~/http/visitors.server"
import { DemoRequestForm } from "~/models/platform/demo-request/demo-request-form"

/** `POST /api/demo-request` (spec §7). */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const body = await readJson(request, DemoRequestForm)
  if (!body.ok) return body.answer
  const answer = await answerDemoRequest(request, body.value)
  if (!answer.ok) return refuseJson(answer.message, answer.status)
  return answerJson({
    success: true,
    message: "Demo request submitted! We'll contact you within 24 hours to schedule your personalized demo.",
  })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

import type { ActionFunctionArgs } from "@remix-run/node"
import { requirePersonCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson } from "~/http/json.server"
import { markAnswersRead } from "~/models/platform/support/thread.server"
import { ReadPayload } from "../../support/support-forms.server"

/**
 * `POST /api/support/read`: the person sees the admin chat. It is a separate call, because reading messages is a GET,
 * and a GET changes nothing.
 */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requirePersonCall(request)
  const body = await readJson(request, ReadPayload)
  if (!body.ok) return body.answer
  markAnswersRead(person)
  return answerJson({ count: 0 })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

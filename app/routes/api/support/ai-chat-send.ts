import type { ActionFunctionArgs } from "@remix-run/node"
import { requirePersonCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { onlyPost } from "~/http/json.server"
import { answerSend } from "~/routes/support/support-forms.server"

/** `POST /api/support/ai-chat/send` (spec §7): a question to the assistant; the answer comes with it. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requirePersonCall(request)
  return answerSend(request, person, "ai")
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

import type { ActionFunctionArgs } from "@remix-run/node"
import { requirePersonCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { onlyPost } from "~/http/json.server"
import { answerSend } from "~/routes/support/support-forms.server"

/** `POST /api/support/admin-chat/send` (spec §7): a message to the staff. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requirePersonCall(request)
  return answerSend(request, person, "admin")
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

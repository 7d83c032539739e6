import type { ActionFunctionArgs } from "@remix-run/node"
import { requirePersonCall } from "~/utils/http/call-guards.server"
import { allowAnyone } from "~/utils/http/guards.server"
import { onlyPost } from "~/utils/http/json.server"
import { answerSend } from "~/utils/http/support-chat.server"

/** `POST /api/support/admin-chat/send` (spec §7): a message to the staff. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requirePersonCall(request)
  return answerSend(request, person, "admin")
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

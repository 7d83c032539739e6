import type { LoaderFunctionArgs } from "@remix-run/node"
import { requirePersonCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyGet } from "~/http/json.server"
import { listSupportMessages } from "~/models/platform/support/thread.server"

/** `GET /api/support/admin-chat` (spec §7): the person's newest messages, oldest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requirePersonCall(request)
  return answerJson(listSupportMessages(person, "admin").messages)
}

export function action() {
  allowAnyone()
  return onlyGet()
}

import type { LoaderFunctionArgs } from "@remix-run/node"
import { listSupportMessages } from "~/models/support/thread.server"
import { requirePersonCall } from "~/utils/http/call-guards.server"
import { allowAnyone } from "~/utils/http/guards.server"
import { answerJson, onlyGet } from "~/utils/http/json.server"

/** `GET /api/support/admin-chat` (spec §7): the person's newest messages, oldest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requirePersonCall(request)
  return answerJson(listSupportMessages(person, "admin").messages)
}

export function action() {
  allowAnyone()
  return onlyGet()
}

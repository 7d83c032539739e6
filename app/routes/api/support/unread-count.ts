import type { LoaderFunctionArgs } from "@remix-run/node"
import { requirePersonCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyGet } from "~/http/json.server"
import { countUnreadAnswers } from "~/models/platform/support/thread.server"

/** `GET /api/support/unread-count` (spec §7): answers of the staff that the person has not seen. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requirePersonCall(request)
  return answerJson({ count: countUnreadAnswers(person) })
}

export function action() {
  allowAnyone()
  return onlyGet()
}

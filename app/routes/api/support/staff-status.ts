import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireViewerCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyGet } from "~/http/json.server"
import { isStaffOnline } from "~/models/platform/support/staff-presence.server"

/** `GET /api/support/super-admin/status` (spec §7): whether any staff are online, and nothing else. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireViewerCall(request)
  return answerJson({ isOnline: isStaffOnline() })
}

export function action() {
  allowAnyone()
  return onlyGet()
}

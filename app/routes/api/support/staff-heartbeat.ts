import type { ActionFunctionArgs } from "@remix-run/node"
import { requireStaffCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, readJson, refuseJson } from "~/http/json.server"
import { recordPresence } from "~/models/platform/support/staff-presence.server"
import { HeartbeatPayload } from "../../support/support-forms.server"

/** `POST /api/support/super-admin/heartbeat` (spec §7): reports the caller's own presence as platform staff. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaffCall(request)
  const body = await readJson(request, HeartbeatPayload)
  if (!body.ok) return body.answer
  if (body.value.userId !== staff.userId) return refuseJson("This userId belongs to another user.", 403)
  recordPresence(staff)
  return answerJson({ success: true })
}

export function loader() {
  allowAnyone()
  return onlyPost()
}

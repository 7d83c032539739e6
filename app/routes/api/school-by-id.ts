import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireViewerCall } from "~/http/call-guards.server"
import { actorOf, allowAnyone, staffOf } from "~/http/guards.server"
import { answerJson, nothingThere, onlyMethod } from "~/http/json.server"
import { findClientSchool, findClientSchoolOf } from "~/models/accounts/school/client-school.server"

/**
 * `GET /api/school-by-id/{schoolId}` (spec §3, §7): the caller's own school; platform staff: any. Another school
 * answers like one that doesn't exist.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewerCall(request)
  if (viewer.user.isSuperAdmin) {
    const found = findClientSchoolOf(staffOf(viewer), params.schoolId ?? "")
    return found ? answerJson(found) : nothingThere()
  }
  if (!viewer.membership || viewer.membership.school.id !== params.schoolId) return nothingThere()
  return answerJson(findClientSchool(actorOf(viewer)))
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}

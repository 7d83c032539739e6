import type { LoaderFunctionArgs } from "@remix-run/node"
import { findCaller } from "~/http/call-guards.server"
import { actorOf, allowAnyone, staffOf } from "~/http/guards.server"
import { answerJson, nothingThere, notSignedIn, onlyMethod, refuseJson } from "~/http/json.server"
import { limitsAnswer } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage, findPlanUsageOf } from "~/models/accounts/subscription/plan-usage.server"
import { may } from "~/models/foundation/access/permissions"

/**
 * `GET /api/subscription/limits/{schoolId}` (spec §3, §7): for the office of that school and platform
 * staff. Another school answers like one that doesn't exist.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await findCaller(request)
  if (!viewer) return notSignedIn()
  const { user, membership } = viewer
  if (user.isSuperAdmin) {
    const found = findPlanUsageOf(staffOf(viewer), params.schoolId ?? "")
    return found ? answerJson(limitsAnswer(found.usage, found.isActive)) : nothingThere()
  }
  if (membership?.school.id !== params.schoolId || !membership) return nothingThere()
  if (!may(membership.role, "subscription:pay")) return refuseJson("Your role can’t see this.", 403)
  return answerJson(limitsAnswer(findPlanUsage(actorOf(viewer)), membership.subscriptionStatus === "active"))
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}

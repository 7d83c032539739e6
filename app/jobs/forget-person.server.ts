import { forgetPlans } from "~/models/exchange/roster-import/plan-import.server"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { Job } from "~/models/foundation/job/job.server"
import { continueErasure } from "~/models/overview/erasure/forget-in-activity.server"

/** The next entries of the activity and imported files without a person who was erased; true while there are more. */
export async function forgetPerson({
  schoolId,
  payload,
}: Pick<Job<"forget-person">, "schoolId" | "payload">): Promise<boolean> {
  const school = schoolId ? schoolActor(schoolId) : undefined
  if (school === undefined) return false
  const isMore = await continueErasure(school, payload.erasureId)
  if (!isMore) forgetPlans()
  return isMore
}

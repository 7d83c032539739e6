import { countsTowardPlan, type LimitUsage, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { isSample } from "~/models/foundation/sample-record/sample-record.server"
import type { StudentStatus } from "./student"

export type NoPlaceInPlan = { ok: false; reason: "limit-reached"; planName: string; places: LimitUsage }

/**
 * Why a student can't have another status; undefined where the plan has room for them, and for who takes no more of it by that:
 * who counts already or won't, and a student of the sample data.
 */
export function planRefusal(
  actor: Actor,
  student: { id: string; status: StudentStatus },
  to: StudentStatus,
): NoPlaceInPlan | undefined {
  if (!countsTowardPlan(to) || countsTowardPlan(student.status)) return undefined
  const { planName, students: places } = findPlanUsage(actor)
  if (seatsLeft(places) > 0 || isSample(actor, "student", student.id)) return undefined
  return { ok: false, reason: "limit-reached", planName, places }
}

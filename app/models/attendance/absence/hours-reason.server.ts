import type { Actor } from "~/models/foundation/access/actor"
import { findTeacherLimits, type TaughtTime } from "~/models/teaching/teacher-time/teacher-limits.server"

/** Why a substitute can't be given a lesson without a reason: it is outside their hours. Undefined when it isn't. */
export function lacksReason(
  actor: Actor,
  lesson: TaughtTime,
  reason: string | undefined,
): string | undefined {
  if (reason) return undefined
  const { outside } = findTeacherLimits(actor, [lesson])
  return outside.length > 0 ? `${outside.join(" ")} Enter a reason, or choose another teacher.` : undefined
}

import { members, teachers } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { isSample } from "~/models/foundation/sample-record/sample-record.server"
import { unlockSignIn } from "~/models/people/member/member.server"
import type { Result } from "~/utils/result"
import { findTeacherWithState } from "./deactivate-teacher.server"

// A teacher who left comes back: the same person, with everything they taught.

/** Takes a teacher back into the school, with their login; refused when the plan has no spot left. Classes stay where they are. */
export function reactivateTeacher(
  actor: Actor,
  teacherId: string,
): Result<{ name: string }, "not-found" | "limit-reached"> {
  return allOrNothing(() => {
    const teacher = findTeacherWithState(actor, teacherId)
    if (!teacher || teacher.deactivatedAt === null || teacher.erasedAt !== null)
      return { ok: false, reason: "not-found" } as const
    if (!isSample(actor, "teacher", teacherId) && seatsLeft(findPlanUsage(actor).teachers) < 1)
      return { ok: false, reason: "limit-reached" } as const
    change(actor, teachers, teacherId, { deactivatedAt: null })
    if (teacher.memberId) teachAgain(actor, teacher.memberId)
    recordEvent(actor, {
      verb: "reactivate",
      noun: "teacher",
      nounId: teacherId,
      after: { name: teacher.name },
    })
    return { ok: true, name: teacher.name } as const
  })
}

/** Opens the login; who was in the office without lessons meanwhile is a teacher with rights again. */
function teachAgain(actor: Actor, memberId: string) {
  unlockSignIn(actor, memberId)
  change(actor, members, and(eq(members.id, memberId), eq(members.role, "office")), { role: "teacher" })
}

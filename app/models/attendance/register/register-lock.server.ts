import type { Actor } from "~/models/foundation/access/actor"
import { isOffice } from "~/models/foundation/access/roles"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import { todayOf } from "~/utils/clock.server"
import type { RegisterPlan } from "./plan-register.server"
import { lockOf } from "./register"

/** What keeps a mark that exists from being changed once the school's days are over. First marks are always taken. */
export function lockedBy(
  actor: Actor,
  session: SeatedSession,
  plan: RegisterPlan,
  reason: string | undefined,
): "locked" | "reason-missing" | undefined {
  if (!plan.seats.some(({ isChanged, seat }) => isChanged && seat.mark)) return undefined
  const lock = lockFor(actor, session)
  if (lock === "closed") return "locked"
  return lock === "reason" && !reason ? "reason-missing" : undefined
}

/** Whether the actor may still change what is recorded of a lesson. */
export const lockFor = (actor: Actor, { localDate }: Pick<SeatedSession, "localDate">) =>
  lockOf(localDate, todayOf(actor), {
    lockDays: actor.school.attendanceLockDays,
    isOffice: isOffice(actor.role),
  })

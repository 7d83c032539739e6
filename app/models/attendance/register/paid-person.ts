import type { Actor } from "~/models/foundation/access/actor"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"

/** Who is paid for the session: "you", a name, or null where no one is paid by the school. */
export function paidPersonOf(actor: Actor, session: SeatedSession): string | null {
  if (actor.school.kind === "solo" || session.teacherId === null) return null
  return session.teacherMemberId !== null && session.teacherMemberId === actor.memberId
    ? "you"
    : session.teacherName
}

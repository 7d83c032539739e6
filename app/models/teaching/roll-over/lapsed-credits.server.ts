import { makeUpCredits } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"

// A lesson that the school canceled has given its students a credit. Who isn't in the class on its day any more loses it, and
// gets it back with their spot: canceled, the lesson earns no other.

/** The credits that canceled lessons of a class after a day have given, and that can still lapse. */
export const listLapsing = (actor: Actor, classId: string, lastDay: string): string[] =>
  select({ id: makeUpCredits.id })
    .from(sessions)
    .crossJoin(seats)
    .crossJoin(makeUpCredits)
    .where(
      and(
        own(actor, sessions),
        joined(sessions, seats.sessionId),
        joined(seats, makeUpCredits.originSeatId),
        eq(sessions.classId, classId),
        // The plus has them looked for in the class, not among all lessons of those days.
        sql`+${sessions.localDate} > ${lastDay}`,
        eq(sessions.state, "cancelled"),
        isNull(makeUpCredits.originMarkId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
      ),
    )
    .all()
    .map(({ id }) => id)

/**
 * Gives those of them that have lapsed back to some students, unless they were revoked by hand, or the lesson takes place again or
 * has given another since.
 */
export function restoreLapsed(actor: Actor, creditIds: readonly string[], studentIds: readonly string[]) {
  change(
    actor,
    makeUpCredits,
    and(
      among(makeUpCredits.id, creditIds),
      among(makeUpCredits.studentId, studentIds),
      isNotNull(makeUpCredits.revokedAt),
      eq(makeUpCredits.isDenied, false),
      sql`exists (select 1 from seats x join sessions s on s.school_id = x.school_id and s.id = x.session_id
          where x.school_id = ${makeUpCredits.schoolId} and x.id = ${makeUpCredits.originSeatId}
            and s.state = 'cancelled')
          and not exists (select 1 from make_up_credits c where c.school_id = ${makeUpCredits.schoolId}
            and c.origin_seat_id = ${makeUpCredits.originSeatId} and c.revoked_at is null)`,
    ),
    { revokedAt: null, revokedReason: null },
  )
}

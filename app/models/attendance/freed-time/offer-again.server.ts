import { db, transact } from "db/client.server"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { offerNext } from "./freed-times.server"

/** No absence is reported longer ahead. */
const longestAheadMs = 366 * 86_400_000

/**
 * Offers freed times and spots again whose make-up was canceled: the student who was to come instead isn't coming, and the other
 * still isn't. Whoever was asked before isn't asked again. Answers how many.
 */
export function offerFreedAgain(actor: Actor): number {
  return transact(() => {
    const given = db()
      .select({
        id: freedTimes.id,
        sessionId: freedTimes.sessionId,
        absentStudentId: freedTimes.absentStudentId,
      })
      .from(freedTimes)
      .crossJoin(sessions)
      .crossJoin(freedOffers)
      .where(
        and(
          own(actor, freedTimes),
          gt(freedTimes.createdAt, now() - longestAheadMs),
          gt(sessions.startsAt, now()),
          eq(sessions.state, "planned"),
          joined(sessions, freedTimes.sessionId),
          eq(freedTimes.state, "claimed"),
          joined(freedTimes, freedOffers.freedTimeId),
          eq(freedOffers.state, "claimed"),
          sql`exists (select 1 from seats a where a.school_id = ${sessions.schoolId} and a.session_id = ${sessions.id}
            and a.notice_at is not null and (${freedTimes.absentStudentId} is null or a.student_id = ${freedTimes.absentStudentId}))`,
          sql`not exists (select 1 from seats x join sessions m on m.school_id = x.school_id and m.id = x.session_id
            where x.school_id = ${sessions.schoolId} and x.session_id = ${freedTimes.makeUpSessionId}
            and x.student_id = ${freedOffers.studentId} and x.kind = 'make_up' and m.state = 'planned')`,
        ),
      )
      .all()
    for (const freed of given) {
      db()
        .update(freedTimes)
        .set({ state: "open", makeUpSessionId: null, closedAt: null })
        .where(own(actor, freedTimes, freed.id))
        .run()
      // Who gave it up had it: a claim after this one stands for itself.
      db()
        .update(freedOffers)
        .set({ state: "ended" })
        .where(
          and(
            own(actor, freedOffers),
            eq(freedOffers.freedTimeId, freed.id),
            eq(freedOffers.state, "claimed"),
          ),
        )
        .run()
      offerNext(actor, freed)
    }
    return given.length
  })
}

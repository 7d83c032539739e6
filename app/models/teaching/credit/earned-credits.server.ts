import { makeUpCredits } from "db/schema/attendance"
import { seats } from "db/schema/teaching-sessions"
import { and, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"

/** The open make-up credits that lessons have earned: the last day of each, by lesson and student. */
export function listEarned(
  actor: Actor,
  sessionIds: readonly string[],
): (sessionId: string, studentId: string) => string | undefined {
  if (sessionIds.length === 0) return () => undefined
  const rows = select({
    sessionId: seats.sessionId,
    studentId: seats.studentId,
    expiresOn: makeUpCredits.expiresOn,
  })
    .from(seats)
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.originSeatId))
    .where(
      and(
        own(actor, seats),
        among(seats.sessionId, sessionIds),
        isNull(makeUpCredits.revokedAt),
        isNull(makeUpCredits.usedAt),
      ),
    )
    .all()
  const earned = new Map(rows.map((row) => [`${row.sessionId} ${row.studentId}`, row.expiresOn]))
  return (sessionId, studentId) => earned.get(`${sessionId} ${studentId}`)
}

import { db } from "db/client.server"
import { makeUpCredits, seats, sessions } from "db/schema/teaching"
import { and, between, count, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { newRow } from "../access/new-row.server"

/** A credit that a seat has earned. */
export type SeatCredit = {
  creditId: string
  originSeatId: string
  expiresOn: string
  /** The day of the make-up it was used for. */
  usedOn: string | null
  isRevoked: boolean
}

/** Every credit these seats have earned, also revoked ones. */
export function listSeatCredits(actor: Actor, seatIds: readonly string[]): SeatCredit[] {
  return db()
    .select({
      creditId: makeUpCredits.id,
      originSeatId: makeUpCredits.originSeatId,
      expiresOn: makeUpCredits.expiresOn,
      usedOn: sessions.localDate,
      isRevoked: sql<number>`${makeUpCredits.revokedAt} is not null`.mapWith(Boolean),
    })
    .from(makeUpCredits)
    .leftJoin(seats, and(eq(seats.schoolId, makeUpCredits.schoolId), eq(seats.id, makeUpCredits.usedSeatId)))
    .leftJoin(sessions, and(eq(sessions.schoolId, seats.schoolId), eq(sessions.id, seats.sessionId)))
    .where(
      and(eq(makeUpCredits.schoolId, actor.school.id), inArray(makeUpCredits.originSeatId, [...seatIds])),
    )
    .all()
}

/**
 * How many credits each student has earned by lessons of a period (days, both included) and not lost again, the lesson
 * of `exceptSessionId` aside.
 */
export function countEarned(
  actor: Actor,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  exceptSessionId: string,
): Map<string, number> {
  const rows = db()
    .select({ studentId: makeUpCredits.studentId, n: count() })
    .from(makeUpCredits)
    .innerJoin(
      seats,
      and(eq(seats.schoolId, makeUpCredits.schoolId), eq(seats.id, makeUpCredits.originSeatId)),
    )
    .innerJoin(sessions, and(eq(sessions.schoolId, seats.schoolId), eq(sessions.id, seats.sessionId)))
    .where(
      and(
        eq(makeUpCredits.schoolId, actor.school.id),
        isNull(makeUpCredits.revokedAt),
        between(sessions.localDate, startsOn, endsOn),
        ne(sessions.id, exceptSessionId),
      ),
    )
    .groupBy(makeUpCredits.studentId)
    .all()
  return new Map(rows.map(({ studentId, n }) => [studentId, n]))
}

/** Issues a credit for a mark, in the caller's transaction. `expiresOn` is its last day. */
export function issueCredit(
  actor: Actor,
  credit: {
    studentId: string
    originMarkId: string
    originSeatId: string
    minutes: number
    expiresOn: string
  },
) {
  db()
    .insert(makeUpCredits)
    .values({ ...newRow(actor), ...credit })
    .run()
}

/** Revokes credits that were not used, in the caller's transaction. */
export function revokeCredits(actor: Actor, credits: readonly SeatCredit[], reason: string) {
  for (const { creditId } of credits)
    db()
      .update(makeUpCredits)
      .set({ revokedAt: now(), revokedReason: reason })
      .where(and(eq(makeUpCredits.schoolId, actor.school.id), eq(makeUpCredits.id, creditId)))
      .run()
}

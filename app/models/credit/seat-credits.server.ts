import { db } from "db/client.server"
import { makeUpCredits, seats, sessions } from "db/schema/teaching"
import { and, eq, inArray, sql } from "drizzle-orm"
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

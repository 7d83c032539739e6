import { db } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// Canceling a lesson opens the make-up credits again that were spent on spots in it, and removes the spots. Whoever wants to
// undo that notes them before.

export const SpentCredits = z.array(
  z.object({ creditId: z.string(), studentId: z.string(), expiresOn: z.string() }),
)
export type SpentCredits = z.output<typeof SpentCredits>

/** The credits that are spent on spots in a lesson. */
export const listSpent = (actor: Actor, sessionId: string): SpentCredits =>
  db()
    .select({
      creditId: makeUpCredits.id,
      studentId: makeUpCredits.studentId,
      expiresOn: makeUpCredits.expiresOn,
    })
    .from(seats)
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
    .where(and(own(actor, seats), eq(seats.sessionId, sessionId), eq(seats.kind, "make_up")))
    .all()

/** Takes the spots again that credits had paid for, unless a credit is spent elsewhere by now. In the caller's transaction. */
export function spendAgain(actor: Actor, sessionId: string, spent: SpentCredits) {
  for (const { creditId, studentId, expiresOn } of spent) {
    const credit = db()
      .select({ usedAt: makeUpCredits.usedAt, revokedAt: makeUpCredits.revokedAt })
      .from(makeUpCredits)
      .where(own(actor, makeUpCredits, creditId))
      .get()
    if (!credit || credit.usedAt !== null || credit.revokedAt !== null) continue
    const seat = newRow(actor)
    db()
      .insert(seats)
      .values({ ...seat, sessionId, studentId, kind: "make_up" })
      .run()
    db()
      .update(makeUpCredits)
      .set({ usedSeatId: seat.id, usedAt: now(), expiresOn })
      .where(own(actor, makeUpCredits, creditId))
      .run()
  }
}

/** Whether a credit that a lesson has earned is spent already. */
export const hasUsedCredit = (actor: Actor, sessionId: string): boolean =>
  db()
    .select({ id: makeUpCredits.id })
    .from(seats)
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.originSeatId))
    .where(
      and(
        own(actor, seats),
        eq(seats.sessionId, sessionId),
        isNull(makeUpCredits.revokedAt),
        isNotNull(makeUpCredits.usedAt),
      ),
    )
    .get() !== undefined

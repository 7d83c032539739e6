import { transact } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { CreditRefusal } from "./credit"

/**
 * Uses the student's oldest open credit for a make-up spot, or the one that is given. It must last until the day of that
 * session. Two spots never share a credit.
 */
export function redeemCredit(
  actor: Actor,
  studentId: string,
  seatId: string,
  creditId?: string,
): Result<{ creditId: string }, CreditRefusal> {
  return transact(() => {
    const seat = select({
      kind: seats.kind,
      studentId: seats.studentId,
      localDate: sessions.localDate,
      paidBy: makeUpCredits.id,
    })
      .from(seats)
      .innerJoin(sessions, joined(sessions, seats.sessionId))
      .leftJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
      .where(own(actor, seats, seatId))
      .get()
    if (!seat || seat.studentId !== studentId) return { ok: false, reason: "seat-unknown" }
    if (seat.kind !== "make_up") return { ok: false, reason: "not-a-make-up" }
    if (seat.paidBy) return { ok: false, reason: "already-paid" }
    const credit = findOldestOpen(actor, studentId, seat.localDate, creditId)
    if (!credit) return { ok: false, reason: "no-open-credit" }
    change(actor, makeUpCredits, credit.id, { usedSeatId: seatId, usedAt: now() })
    recordEvent(actor, {
      verb: "use",
      noun: "make-up-credit",
      nounId: credit.id,
      after: { studentId, seatId },
    })
    return { ok: true, creditId: credit.id }
  })
}

function findOldestOpen(actor: Actor, studentId: string, day: string, creditId: string | undefined) {
  return select({ id: makeUpCredits.id })
    .from(makeUpCredits)
    .where(
      and(
        creditId ? own(actor, makeUpCredits, creditId) : own(actor, makeUpCredits),
        eq(makeUpCredits.studentId, studentId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, day),
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.id))
    .limit(1)
    .get()
}

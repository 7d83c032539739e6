import { transact } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { events } from "db/schema/foundation-audit"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, gte, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addOrChange,
  change,
  find,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
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
    recordEvent(actor, "make-up-credit.use", credit.id, { after: { studentId, seatId } })
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

// Canceling a lesson opens the make-up credits again that were spent on spots in it, and removes the spots. Its log says which, so
// that whoever puts the lesson back spends them again.

const SpentCredits = z.array(z.object({ creditId: z.string(), studentId: z.string(), expiresOn: z.string() }))
type SpentCredits = z.output<typeof SpentCredits>

/** What is spent on spots in a lesson. */
export type SpentIn = { sessionId: string; credits: SpentCredits }

/** The credits that are spent on spots in lessons, without those that have none. */
export function listSpentIn(actor: Actor, sessionIds: readonly string[]): SpentIn[] {
  const rows = spentQuery.all(actor, { sessionIds: JSON.stringify(sessionIds) })
  return [...groupBy(rows, ({ sessionId }) => sessionId)].map(([sessionId, credits]) => ({
    sessionId,
    credits: credits.map(({ sessionId: _, ...credit }) => credit),
  }))
}

const spentQuery = query((p: Params<{ sessionIds: string }>, own) =>
  select({
    sessionId: seats.sessionId,
    creditId: makeUpCredits.id,
    studentId: makeUpCredits.studentId,
    expiresOn: makeUpCredits.expiresOn,
  })
    .from(seats)
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
    .where(and(own(seats), among(seats.sessionId, p.sessionIds), eq(seats.kind, "make_up"))),
)

/** Of credits that were spent in canceled lessons, those that are open again: the last day of each, by lesson and student. */
export function listOpenAgain(
  actor: Actor,
  spent: readonly SpentIn[],
): (sessionId: string, studentId: string) => string | undefined {
  const all = spent.flatMap(({ sessionId, credits }) => credits.map((credit) => ({ ...credit, sessionId })))
  if (all.length === 0) return () => undefined
  const ids = all.map(({ creditId }) => creditId)
  const open = new Map(
    ownRows(actor, makeUpCredits, ["id", "expiresOn"])
      .where(and(among(makeUpCredits.id, ids), isNull(makeUpCredits.usedAt), isNull(makeUpCredits.revokedAt)))
      .all()
      .map(({ id, expiresOn }) => [id, expiresOn]),
  )
  return (sessionId, studentId) =>
    all.flatMap((one) =>
      one.sessionId === sessionId && one.studentId === studentId ? (open.get(one.creditId) ?? []) : [],
    )[0]
}

/**
 * Takes the spots in a canceled lesson again that credits had paid for, unless a credit is spent elsewhere by now. In the caller's
 * transaction.
 */
export function spendAgain(actor: Actor, sessionId: string) {
  for (const spent of listSpentBefore(actor, sessionId)) spendOn(actor, sessionId, spent)
}

/** Takes one such spot again. Answers its ID; undefined where the credit is spent elsewhere by now. */
export function spendOn(
  actor: Actor,
  sessionId: string,
  { creditId, studentId, expiresOn }: SpentCredits[number],
): string | undefined {
  if (!isOpenCredit(actor, creditId)) return undefined
  // Who is enrolled, too, may have got a spot as the lesson was canceled.
  const seat = addOrChange(
    actor,
    seats,
    { sessionId, studentId, kind: "make_up" },
    { as: [seats.sessionId, seats.studentId], to: { kind: "make_up", enrollmentId: null } },
  )
  change(actor, makeUpCredits, creditId, { usedSeatId: seat.id, usedAt: now(), expiresOn })
  return seat.id
}

/** Whether a credit is neither used nor revoked. */
export function isOpenCredit(actor: Actor, creditId: string): boolean {
  const credit = find(actor, makeUpCredits, creditId)
  return credit !== undefined && credit.usedAt === null && credit.revokedAt === null
}

/** What was spent on spots in a canceled lesson until it was canceled, as its log says. */
export function listSpentBefore(actor: Actor, sessionId: string): SpentCredits {
  const canceled = ownRows(actor, events, ["after"])
    .where(and(eq(events.noun, "session"), eq(events.nounId, sessionId), eq(events.verb, "cancel")))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()
  return Canceled.parse(JSON.parse(canceled?.after ?? "{}")).spentIds
}

const Canceled = z.object({ spentIds: SpentCredits.default([]) })

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

import { makeUpCredits, marks } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, between, count, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  type Changes,
  change,
  ownRows,
  type Params,
  query,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { among, columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTerms, periodAround } from "~/models/foundation/term/term.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import type { ExpectedSeat } from "../seat/seat"
import { expectedSeats } from "../seat/seat.server"
import type { SeatedSession } from "../seat/seated-session.server"
import { type CreditRules, lastDayOf } from "./credit"
import { findAllowance } from "./late-allowance.server"
import type { SeatTerms } from "./seat-terms"

/** A credit that a seat has earned. */
export type SeatCredit = {
  creditId: string
  originSeatId: string
  /** Earned by a notice that no mark has confirmed. */
  isFromNotice: boolean
  prepaidPercent: number
  expiresOn: string
  /** The day of the make-up it was used for. */
  usedOn: string | null
  isRevoked: boolean
  /** Revoked by hand: the seat earns no other. */
  isDenied: boolean
}

/** Every credit these seats have earned, also revoked ones. */
export const listSeatCredits = (actor: Actor, seatIds: readonly string[]): SeatCredit[] =>
  seatIds.length === 0 ? [] : creditsQuery.all(actor, { seatIds: JSON.stringify(seatIds) })

const creditsQuery = query((p: Params<{ seatIds: string }>, own) =>
  select({
    creditId: makeUpCredits.id,
    originSeatId: sql<string>`${makeUpCredits.originSeatId}`,
    isFromNotice: sql<number>`${makeUpCredits.originMarkId} is null`.mapWith(Boolean),
    prepaidPercent: makeUpCredits.prepaidPercent,
    expiresOn: makeUpCredits.expiresOn,
    usedOn: sessions.localDate,
    isRevoked: sql<number>`${makeUpCredits.revokedAt} is not null`.mapWith(Boolean),
    isDenied: makeUpCredits.isDenied,
  })
    .from(makeUpCredits)
    .leftJoin(seats, joined(seats, makeUpCredits.usedSeatId))
    .leftJoin(sessions, joined(sessions, seats.sessionId))
    .where(and(own(makeUpCredits), among(makeUpCredits.originSeatId, p.seatIds))),
)

/**
 * How many credits each student has earned by lessons of a period (days, both included) and not lost again, the lesson
 * of `exceptSessionId` aside; with `studentId` only this student's. Credits granted by hand don't count.
 */
function countEarned(
  actor: Actor,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  exceptSessionId: string,
  studentId?: string,
): Map<string, number> {
  const rows = select({ studentId: makeUpCredits.studentId, n: count() })
    .from(makeUpCredits)
    .innerJoin(seats, joined(seats, makeUpCredits.originSeatId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(
      and(
        own(actor, makeUpCredits),
        isNull(makeUpCredits.revokedAt),
        between(sessions.localDate, startsOn, endsOn),
        ne(sessions.id, exceptSessionId),
        studentId ? eq(makeUpCredits.studentId, studentId) : undefined,
      ),
    )
    .groupBy(makeUpCredits.studentId)
    .all()
  return new Map(rows.map(({ studentId, n }) => [studentId, n]))
}

/** Issues a credit for a mark or a notice, in the caller's transaction. `expiresOn` is its last day. */
export function issueCredit(
  actor: Actor,
  credit: {
    studentId: string
    /** Null for a notice. */
    originMarkId: string | null
    originSeatId: string
    minutes: number
    /** How much of the missed lesson was charged. */
    prepaidPercent: number
    expiresOn: string
  },
): { id: string } {
  const row = newRow(actor)
  add(actor, makeUpCredits, { ...row, ...credit })
  return row
}

/** The mark bears out the notice that earned a credit: from now on the credit is the mark's. */
export function confirmCredit(actor: Actor, { creditId }: Pick<SeatCredit, "creditId">, markId: string) {
  change(actor, makeUpCredits, creditId, { originMarkId: markId })
}

/** Why a student who has left a class loses a credit, as text that is kept with it. */
export const noLongerThere = "No longer in the class"

/**
 * Revokes what an enrollment's notices have earned for lessons after its last day, in the caller's transaction. Answers the days of
 * these lessons.
 */
export function revokeNoticeCreditsAfter(actor: Actor, enrollmentId: string, lastDay: string): string[] {
  const credits = select({ creditId: makeUpCredits.id, day: sessions.localDate })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.originSeatId))
    .where(
      and(
        own(actor, seats),
        eq(seats.enrollmentId, enrollmentId),
        gt(sessions.localDate, lastDay),
        isNull(makeUpCredits.originMarkId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
      ),
    )
    .all()
  revokeCredits(actor, credits, noLongerThere)
  return credits.map(({ day }) => day).sort()
}

/**
 * Takes back what the marks of these seats did to credits, in the caller's transaction: what they earned is revoked, a notice's
 * credit that they confirmed is the notice's again, and one that they revoked at `since` or later is restored.
 */
export function undoMarkCredits(actor: Actor, seatIds: readonly string[], since: number, reason: string) {
  const found = ownRows(actor, makeUpCredits, {
    creditId: makeUpCredits.id,
    originMarkId: makeUpCredits.originMarkId,
    revokedAt: makeUpCredits.revokedAt,
  })
    .where(and(inArray(makeUpCredits.originSeatId, [...seatIds]), isNull(makeUpCredits.usedAt)))
    .all()
  const standing = found.filter(({ revokedAt }) => revokedAt === null)
  // IDs are in order of time: a credit that is older than its mark came with the notice.
  const isOfMark = ({ creditId, originMarkId }: (typeof found)[number]) =>
    originMarkId !== null && creditId > originMarkId
  revokeCredits(actor, standing.filter(isOfMark), reason)
  const set = (creditId: string, values: Changes<typeof makeUpCredits>) =>
    change(actor, makeUpCredits, creditId, values)
  for (const credit of standing.filter(({ originMarkId }) => originMarkId !== null))
    if (!isOfMark(credit)) set(credit.creditId, { originMarkId: null })
  for (const { creditId, originMarkId, revokedAt } of found)
    if (originMarkId === null && revokedAt !== null && revokedAt >= since)
      set(creditId, { revokedAt: null, revokedReason: null })
}

/** Revokes credits that were not used, in the caller's transaction. */
export function revokeCredits(
  actor: Actor,
  credits: readonly Pick<SeatCredit, "creditId">[],
  reason: string,
) {
  for (const { creditId } of credits)
    change(actor, makeUpCredits, creditId, { revokedAt: now(), revokedReason: reason })
}

/** The school's make-up rules with what a student has used of them in the term of today. */
export function findCreditRules(actor: Actor, studentId: string): CreditRules {
  const { noticeHours, creditExpiry, creditExpiryDays, creditCap, timeZone } = actor.school
  const day = today(timeZone, now())
  const { most, used } = findAllowance(actor, studentId, day)
  return {
    noticeHours,
    creditExpiry,
    creditExpiryDays,
    cap:
      creditCap === null
        ? null
        : {
            most: creditCap,
            earned: countEarned(actor, periodAround(actor, day), "", studentId).get(studentId) ?? 0,
          },
    allowance: { most, used },
  }
}

/** The last day of a make-up credit for a lesson on a day, by the school's rule as it is now. */
export const creditLastDay = (actor: Actor, day: string): string =>
  lastDayOf(actor.school, actor.school.creditExpiry === "days" ? [] : listTerms(actor), day)

/**
 * The credits that were used for spots in a session, and what becomes of each when the school calls it off: it is open again, a new
 * one is issued for it, or neither, as the spot's own notice has earned one. The same is previewed and done.
 */
export function listReturning(actor: Actor, sessionId: string) {
  const seatRows = select({
    seatId: seats.id,
    creditId: makeUpCredits.id,
    ...columns(makeUpCredits, "studentId", "minutes", "prepaidPercent", "expiresOn"),
  })
    .from(seats)
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
    .leftJoin(marks, joined(seats, marks.seatId))
    .where(
      and(own(actor, seats), eq(seats.sessionId, sessionId), eq(seats.kind, "make_up"), isNull(marks.id)),
    )
    .all()
  const earned = groupBy(
    listSeatCredits(
      actor,
      seatRows.map(({ seatId }) => seatId),
    ),
    ({ originSeatId }) => originSeatId,
  )
  return seatRows.map((row) => {
    const ofNotice = earned.get(row.seatId)
    const becomes = !ofNotice
      ? ("open" as const)
      : // What a notice has earned is revoked as the lesson is called off, unless it is used.
        ofNotice.every(({ isRevoked, usedOn }) => isRevoked || usedOn === null)
        ? ("issued" as const)
        : ("kept" as const)
    return { ...row, becomes }
  })
}

/**
 * Gives the credits back that were used for spots in a session the school calls off, in the caller's transaction: each
 * is open again, for at least as long as a new one from that day. The spots themselves go. A spot whose own notice has
 * once earned a credit stays, and has exactly that one or a new one. Answers whose spots they were.
 */
export function returnCredits(actor: Actor, sessionId: string, date: string): ReadonlySet<string> {
  const returning = listReturning(actor, sessionId)
  const atLeast = creditLastDay(actor, date)
  for (const { seatId, creditId, expiresOn, becomes, ...facts } of returning) {
    if (becomes === "kept") continue
    if (becomes === "issued") {
      const { id: issuedId } = issueCredit(actor, {
        ...facts,
        originMarkId: null,
        originSeatId: seatId,
        expiresOn: atLeast,
      })
      recordEvent(actor, "make-up-credit.issue", issuedId, {
        after: { studentId: facts.studentId, sessionId, until: atLeast },
      })
      continue
    }
    change(actor, makeUpCredits, creditId, {
      usedSeatId: null,
      usedAt: null,
      expiresOn: expiresOn > atLeast ? expiresOn : atLeast,
    })
    remove(actor, seats, seatId)
    recordEvent(actor, "make-up-credit.return", creditId, { after: { sessionId } })
  }
  return new Set(returning.map(({ studentId }) => studentId))
}

/** One seat with what a mark on it can decide. */
export type SeatWithTerms = ExpectedSeat & { terms: SeatTerms; credits: SeatCredit[] }

/** Every expected seat with its terms and credits. Three queries, however many seats, two more where credits are capped. */
export function listSeatTerms(actor: Actor, session: SeatedSession): SeatWithTerms[] {
  const seats = expectedSeats(actor, session)
  const ids = seats.flatMap(({ seatId }) => (seatId ? [seatId] : []))
  const credits = groupBy(listSeatCredits(actor, ids), ({ originSeatId }) => originSeatId)
  const { creditCap } = actor.school
  const lastDay = creditLastDay(actor, session.localDate)
  const earned =
    creditCap === null ? undefined : countEarned(actor, periodAround(actor, session.localDate), session.id)
  return seats.map((seat) => {
    const ofSeat = (seat.seatId && credits.get(seat.seatId)) || []
    const live = ofSeat.find(({ isRevoked }) => !isRevoked)
    const ofNotice = live?.isFromNotice && live.usedOn === null ? live : undefined
    return {
      ...seat,
      credits: ofSeat,
      terms: {
        kind: seat.kind,
        billing: seat.price?.billing ?? null,
        amountMinor: seat.price?.amountMinor ?? 0,
        currency: actor.school.currency,
        prepaidPercent: seat.prepaidPercent,
        isWaived: seat.isWaived,
        notice: seat.notice ? (seat.notice.inTime ? "in-time" : "late") : "none",
        creditUntil: ofNotice?.expiresOn ?? lastDay,
        firstUntil: ofNotice ? null : seat.firstUntil,
        madeUpOn: ofSeat.find(({ usedOn }) => usedOn !== null)?.usedOn ?? null,
        hasNoticeCredit: ofNotice !== undefined,
        isDenied: ofSeat.some(({ isDenied }) => isDenied),
        isCapReached: !live && creditCap !== null && (earned?.get(seat.studentId) ?? 0) >= creditCap,
      },
    }
  })
}

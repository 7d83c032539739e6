import { transact } from "db/client.server"
import { makeUpCredits, marks } from "db/schema/attendance"
import { waivers } from "db/schema/money-waivers"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { openAgainText } from "~/models/teaching/credit/cancel-credits"
import { enrolledOnDate } from "~/models/teaching/seat/seat.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { cancelSession, removeSession } from "~/models/teaching/session/cancel-session.server"
import { releaseFrom } from "~/models/teaching/session/claim.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { tellChange, tellTeachers } from "~/models/teaching/session/tell-change.server"
import type { CancelBookingRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import type { Result } from "~/utils/result"

/**
 * Cancels a booking that a make-up credit paid for and leaves the lesson to its other students: the spot is free and the
 * credit is available again until its last day. Family and teacher are told. A lesson that the student has alone is canceled as any
 * lesson is. Refused once the lesson has begun, while an absence is reported for the spot, or where the student is enrolled in a
 * lesson that others come to, too. Where a booking of the office is undone (`isUndone`), a lesson that was made for it goes, too, and the family, who weren't told of it, read nothing.
 */
export function cancelMakeUp(
  actor: Actor,
  studentId: string,
  sessionId: string,
  { isUndone = false } = {},
): Result<{ until: string; isLesson: boolean }, CancelBookingRefusal> {
  return transact(() => {
    const spot = findSpot(actor, studentId, sessionId)
    const session = findSeatedSession(actor, sessionId)
    if (!spot || !session) return { ok: false, reason: "not-booked" }
    const refusal = whyFixed(spot)
    if (refusal) return { ok: false, reason: refusal }
    const told = listSessionsToTell(actor, [sessionId])
    if (spot.isOwn && !isUndone)
      return told.some(({ students }) => students.some(({ id }) => id !== studentId))
        ? { ok: false, reason: "own-lesson" }
        : cancelLesson(actor, sessionId, spot)
    change(actor, makeUpCredits, spot.creditId, { usedSeatId: null, usedAt: null })
    remove(actor, seats, spot.seatId)
    releaseFrom(actor, "student", studentId, [sessionId])
    recordEvent(actor, {
      verb: "cancel-make-up",
      noun: "seat",
      nounId: spot.seatId,
      after: { sessionId, studentId },
    })
    recordEvent(actor, {
      verb: "return",
      noun: "make-up-credit",
      nounId: spot.creditId,
      after: { sessionId },
    })
    const theirs = told.map((row) => ({
      ...row,
      teacherId: null,
      students: row.students.filter(({ id }) => id === studentId),
    }))
    const studentName = theirs[0]?.students[0]?.name ?? ""
    if (!isUndone)
      tellChange(actor, "cancelled", theirs, {
        reason: `The make-up booking was canceled. ${openAgainText(formatDate(spot.expiresOn, "full", actor.school))}`,
      })
    tellTeachers(actor, [{ ...session, seatId: spot.seatId }], {
      studentName,
      comes: false,
      text: "The make-up booking was canceled.",
    })
    if (spot.isOwn && isUndone) removeSession(actor, sessionId, "The make-up booking was undone.")
    return { ok: true, until: spot.expiresOn, isLesson: false }
  })
}

/** Cancels a make-up lesson that its student has alone. */
function cancelLesson(
  actor: Actor,
  sessionId: string,
  { creditId }: Spot,
): Result<{ until: string; isLesson: boolean }, CancelBookingRefusal> {
  if (!cancelSession(actor, sessionId, "The make-up booking was canceled.").ok)
    return { ok: false, reason: "not-booked" }
  const credit = select({ until: makeUpCredits.expiresOn })
    .from(makeUpCredits)
    .where(own(actor, makeUpCredits, creditId))
    .get()
  return { ok: true, until: credit?.until ?? "", isLesson: true }
}

type Spot = NonNullable<ReturnType<typeof findSpot>>

/** The spot with its credit, and what hangs on it. */
function findSpot(actor: Actor, studentId: string, sessionId: string) {
  const has = (rows: ReturnType<typeof sql>) => sql<number>`exists (${rows})`.mapWith(Boolean)
  return select({
    seatId: seats.id,
    creditId: makeUpCredits.id,
    expiresOn: makeUpCredits.expiresOn,
    startsAt: sessions.startsAt,
    state: sessions.state,
    noticeAt: seats.noticeAt,
    isMarked: has(
      sql`select 1 from ${marks} where ${joined(seats, marks.seatId)} union all select 1 from ${waivers} where ${joined(seats, waivers.seatId)}`,
    ),
    hasEarned: sql<number>`exists (select 1 from make_up_credits k where k.school_id = ${seats.schoolId}
        and k.origin_seat_id = ${seats.id})`.mapWith(Boolean),
    isOwn: has(
      sql`select 1 from ${enrollments} where ${joined(enrollments.classId, sessions.classId)} and ${enrollments.studentId} = ${seats.studentId} and ${enrolledOnDate}`,
    ),
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
    .where(
      and(
        own(actor, seats),
        eq(seats.sessionId, sessionId),
        eq(seats.studentId, studentId),
        eq(seats.kind, "make_up"),
      ),
    )
    .get()
}

function whyFixed(spot: Spot): CancelBookingRefusal | undefined {
  if (spot.startsAt <= now() || spot.isMarked) return "begun"
  if (spot.noticeAt !== null || spot.hasEarned) return "has-absence"
  return undefined
}

import { transact } from "db/client.server"
import { makeUpCredits, marks } from "db/schema/attendance"
import { waivers } from "db/schema/money-waivers"
import { classes, enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { bookingCanceled, openAgainText } from "~/models/teaching/credit/credit"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { enrolledOnDate } from "~/models/teaching/seat/seat.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { cancelSession, removeSession } from "~/models/teaching/session/cancel-session.server"
import { claimSpots, releaseSpot } from "~/models/teaching/session/claim.server"
import { forStudents } from "~/models/teaching/session/left-out"
import { addSession } from "~/models/teaching/session/move-session.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { tellChange, tellTeachers } from "~/models/teaching/session/tell-change.server"
import type { CancelBookingRefusal, MakeUpRefusal } from "~/texts/attendance/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, earlierOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { findJoinableSession, listJoinableSessions } from "./joinable-sessions.server"
import { type MakeUpWish, timeValue } from "./make-up"
import {
  creditAt,
  hasOwnTimes,
  listFreeTimes,
  listOpenCredits,
  type OpenCredit,
  withContinuing,
} from "./open-credits.server"

const daysAhead = 28

/** The days for which a make-up is offered: four weeks, as long as a credit is open. Undefined without a credit. */
function offeredDays(actor: Actor, credits: readonly OpenCredit[]): [string, string] | undefined {
  const last = credits.at(-1)?.expiresOn
  const from = todayOf(actor)
  return last && last >= from ? [from, earlierOf(addDays(from, daysAhead), last)] : undefined
}

/**
 * What a student can make a lesson up with in the next four weeks: free spots in matching sessions and times of their
 * own teacher, in order of time. The same for the office and the family. `byArrangement`: no teacher's times come into
 * question, so that without a free spot only the school can help.
 * @param toCome a credit that they would have, such as of an absence that isn't recorded yet
 */
export function listMakeUps(actor: Actor, studentId: string, toCome: readonly OpenCredit[] = []) {
  const { credits, usable, offers } = listOffers(actor, studentId, toCome)
  const byArrangement = !usable.some((credit) => hasOwnTimes(actor, credit))
  return { credits, offers, byArrangement }
}

/** The same without whether only the school can help. Open credits aren’t looked up where it’s known that there are none. */
export function listOffers(actor: Actor, studentId: string, toCome: readonly OpenCredit[], hasOpen = true) {
  const credits = [...(hasOpen ? listOpenCredits(actor, studentId) : []), ...toCome].sort((a, b) =>
    a.expiresOn.localeCompare(b.expiresOn),
  )
  const usable = withContinuing(actor, studentId, credits)
  const days = offeredDays(actor, credits)
  const offers = days
    ? [
        ...listJoinableSessions(actor, studentId, credits, days),
        ...listFreeTimes(actor, studentId, usable, days),
      ].sort((a, b) => `${a.date} ${a.startTime}`.localeCompare(`${b.date} ${b.startTime}`))
    : []
  return { credits, usable, offers }
}

type Refused = { ok: false; reason: MakeUpRefusal }

/** What was booked: date and wall-clock start in the school's zone. */
export type BookedMakeUp = { ok: true; sessionId: string; title: string; date: string; startTime: string }

/** The same, and whether it was booked before. */
export type BookedOnce = BookedMakeUp & { isRepeat: boolean }

/** A private time takes the credit that it was offered for, a spot the oldest. */
type Planned = BookedMakeUp & { creditId?: string }

/**
 * Books a make-up lesson with the student's oldest credit that fits it: a spot in a session, or a session beside the
 * schedule at a time of the teacher. The caller has made sure that the student is the actor's; a child's own sign-in may not. Of two at
 * once for one place or time the first gets it, and the other keeps the credit.
 */
export function bookMakeUp(
  actor: Actor,
  student: { id: string; as?: PortalStudent["as"] },
  wish: MakeUpWish,
): BookedMakeUp | Refused {
  if (student.as === "child") return { ok: false, reason: "a-child" }
  return allOrNothing(() => {
    const credits = listOpenCredits(actor, student.id)
    if (credits.length === 0) return refused("no-credit")
    const lesson =
      wish.kind === "place"
        ? joinSession(actor, student.id, credits, wish)
        : addLesson(actor, student.id, credits, wish)
    if (!lesson.ok) return lesson
    const { creditId, ...booked } = lesson
    return seatMakeUp(actor, student.id, { sessionId: booked.sessionId, creditId })
      ? booked
      : refused("no-credit-then")
  })
}

/**
 * The same for a form that may arrive twice, as after a double click: what the student has at that place or time already is
 * answered as it is, and nothing more is booked.
 */
export function bookOnce(
  actor: Actor,
  student: { id: string; as?: PortalStudent["as"] },
  wish: MakeUpWish,
): BookedOnce | Refused {
  const there = student.as === "child" ? undefined : findBooked(actor, student.id, wish)
  if (there) return { ...there, isRepeat: true }
  const booked = bookMakeUp(actor, student, wish)
  return booked.ok ? { ...booked, isRepeat: false } : booked
}

/** The make-up lesson that the student has at this place or time and means to come to. */
function findBooked(actor: Actor, studentId: string, wish: MakeUpWish): BookedMakeUp | undefined {
  const there =
    wish.kind === "place"
      ? eq(seats.sessionId, wish.sessionId)
      : and(eq(sessions.localDate, wish.date), eq(sessions.startTime, wish.startTime))
  const found = select({
    sessionId: sessions.id,
    title: classes.name,
    date: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(seats)
    .crossJoin(sessions)
    .crossJoin(classes)
    .where(
      and(
        own(actor, seats),
        eq(seats.studentId, studentId),
        eq(seats.kind, "make_up"),
        isNull(seats.noticeAt),
        joined(sessions, seats.sessionId),
        joined(classes, sessions.classId),
        eq(sessions.state, "planned"),
        there,
      ),
    )
    .get()
  return found && { ok: true, ...found }
}

/**
 * Gives a student a make-up spot in a lesson and uses this credit, or their oldest, in the caller's transaction; the
 * teacher is told.
 */
export function seatMakeUp(
  actor: Actor,
  studentId: string,
  { sessionId, creditId }: { sessionId: string; creditId?: string },
): boolean {
  const id = add(actor, seats, { sessionId, studentId, kind: "make_up" })
  if (!redeemCredit(actor, studentId, id, creditId).ok) return false
  recordEvent(actor, "seat.book-make-up", id, { after: { sessionId, studentId } })
  tellChange(actor, "booked", listSessionsToTell(actor, [sessionId]), { families: false })
  return true
}

const refused = (reason: MakeUpRefusal): Refused => ({ ok: false, reason })

function joinSession(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  { sessionId, shown }: { sessionId: string; shown?: string | undefined },
): Planned | Refused {
  const found = findJoinableSession(actor, studentId, credits, sessionId)
  if (!found) return refused(findSessionRow(actor, sessionId) ? "not-offered" : "no-session")
  if (found.refusal) return refused(found.refusal)
  const { startsAt, endsAt, className, date, startTime } = found.place
  if (shown && shown !== timeValue(date, startTime)) return refused("moved")
  claimSpots(actor, { id: sessionId, startsAt, endsAt }, [studentId])
  return { ok: true, sessionId, title: className, date, startTime }
}

function addLesson(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  { date, startTime }: { date: string; startTime: string },
): Planned | Refused {
  const days = offeredDays(actor, credits)
  if (!days || date < days[0] || date > days[1]) return refused("not-offered")
  const usable = withContinuing(actor, studentId, credits)
  const credit = creditAt(actor, studentId, usable, { date, startTime })
  if (!credit) return refused("not-offered")
  const { classId, className, minutes, creditId } = credit
  const added = addSession(actor, { classId, minutes, date, startTime })
  if (!added.ok) return refused("not-offered")
  // Who has left the class by then isn't expected in its lesson.
  const session = findSessionRow(actor, added.sessionId)
  if (session) claimSpots(actor, session, [studentId])
  return { ok: true, sessionId: added.sessionId, title: className, date, startTime, creditId }
}

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
    releaseSpot(actor, { seatId: spot.seatId, sessionId, studentId })
    recordEvent(actor, "seat.cancel-make-up", spot.seatId, { after: { sessionId, studentId } })
    recordEvent(actor, "make-up-credit.return", spot.creditId, { after: { sessionId } })
    const theirs = told.map((row) =>
      forStudents(
        row,
        row.students.filter(({ id }) => id === studentId),
      ),
    )
    const studentName = theirs[0]?.students[0]?.name ?? ""
    if (!isUndone)
      tellChange(actor, "cancelled", theirs, {
        reason: `${bookingCanceled} ${openAgainText(formatDate(spot.expiresOn, "full", actor.school))}`,
      })
    tellTeachers(actor, [{ ...session, seatId: spot.seatId }], {
      studentName,
      comes: false,
      text: bookingCanceled,
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
  if (!cancelSession(actor, sessionId, bookingCanceled).ok) return { ok: false, reason: "not-booked" }
  const credit = ownRows(actor, makeUpCredits, { until: makeUpCredits.expiresOn })
    .where(eq(makeUpCredits.id, creditId))
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

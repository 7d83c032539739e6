import { makeUpCredits, marks } from "db/schema/attendance"
import { waivers } from "db/schema/money-waivers"
import { classes } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, addUnlessThere, change, remove, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findStudent } from "~/models/people/student/student.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { today } from "~/utils/zones"
import { findClass } from "../class/find-class.server"
import { bookingCanceled } from "../credit/credit"
import { isOpenCredit, spendOn } from "../credit/redeem-credit.server"
import { cancelSession, restoreSession } from "../session/cancel-session.server"
import { claimSpots, releaseSpot } from "../session/claim.server"
import { findClashes } from "../session/clash.server"
import { listSessionsToTell } from "../session/session-list.server"
import { attendeesOn, findSessionRow } from "../session/slot.server"
import { tellTeachers } from "../session/tell-change.server"

// The make-up lessons and guest spots that are booked for a student beside their classes. They go when the student leaves, and come
// back when that is undone.

export const FreedSpot = z.object({
  sessionId: z.string(),
  /** Where the lesson moves, the spot doesn't come back (UTC ms). */
  startsAt: z.number(),
  kind: z.enum(["make_up", "visitor"]),
  credit: z.object({ creditId: z.string(), expiresOn: z.string() }).nullable(),
  /** A guest who pays nothing. */
  isFree: z.boolean(),
  /** Why they have two lessons at its time. */
  overrideReason: z.string().nullable(),
  /** The lesson was made for the student alone, and is canceled. */
  isCanceled: z.boolean(),
})
export type FreedSpot = z.output<typeof FreedSpot>

/**
 * Frees what is booked for a student after a day, in the caller's transaction. Make-up credits are open again, and a private make-up
 * lesson that no one else comes to is canceled. What has attendance or a reported absence stays. The teachers of lessons that go on are
 * told.
 */
export function freeSpots(actor: Actor, studentId: string, lastDay: string): FreedSpot[] {
  const freed = listSpots(actor, [studentId], lastDay).map(
    ({ seatId, classId, classKind, localDate, scheduleId, waiverId, studentId: _, ...spot }) => {
      const { sessionId, creditId, expiresOn } = spot
      const lesson = { id: sessionId, classId, localDate }
      const isAlone = () => attendeesOn(actor, lesson, localDate).every((id) => id === studentId)
      // A lesson that is added to a group is its own.
      const isMade = spot.kind === "make_up" && scheduleId === null && classKind === "private"
      const isCanceled = isMade && isAlone()
      if (isCanceled) cancelSession(actor, sessionId, bookingCanceled, { isRemoved: true })
      else {
        if (creditId) {
          change(actor, makeUpCredits, creditId, { usedSeatId: null, usedAt: null })
          recordEvent(actor, "make-up-credit.return", creditId, { after: { sessionId } })
        }
        remove(actor, waivers, eq(waivers.seatId, seatId))
        releaseSpot(actor, { seatId, sessionId, studentId })
        const verb = spot.kind === "make_up" ? "seat.cancel-make-up" : "seat.remove-guest"
        recordEvent(actor, verb, seatId, { after: { sessionId, studentId } })
      }
      const credit = creditId && expiresOn ? { creditId, expiresOn } : null
      return FreedSpot.parse({ ...spot, credit, isFree: waiverId !== null, isCanceled })
    },
  )
  const goingOn = freed.filter(({ isCanceled }) => !isCanceled)
  tellWhoComes(
    actor,
    studentId,
    goingOn.map(({ sessionId }) => sessionId),
    false,
  )
  return freed
}

/** The teachers of these lessons are told that a student doesn't come, or does after all. */
function tellWhoComes(actor: Actor, studentId: string, sessionIds: readonly string[], comes: boolean) {
  const student = findStudent(actor, studentId)
  if (!student || sessionIds.length === 0) return
  // The spot that is booked again has another ID.
  const spotOf = (sessionId: string) => `${studentId} ${sessionId}`
  const lessons = listSessionsToTell(actor, sessionIds).map((row) => ({ ...row, seatId: spotOf(row.id) }))
  tellTeachers(actor, lessons, { studentName: fullName(student), comes, text: null })
}

/** How many spots of students would be freed after a day. */
export function countSpots(
  actor: Actor,
  studentIds: readonly string[],
  lastDay: string,
): Map<string, number> {
  const spots = groupBy(listSpots(actor, studentIds, lastDay), ({ studentId }) => studentId)
  return new Map([...spots].map(([studentId, theirs]) => [studentId, theirs.length]))
}

const listSpots = (actor: Actor, studentIds: readonly string[], lastDay: string) =>
  select({
    studentId: seats.studentId,
    seatId: seats.id,
    sessionId: sessions.id,
    classId: sessions.classId,
    classKind: classes.kind,
    scheduleId: sessions.scheduleId,
    localDate: sessions.localDate,
    startsAt: sessions.startsAt,
    kind: seats.kind,
    creditId: makeUpCredits.id,
    expiresOn: makeUpCredits.expiresOn,
    waiverId: waivers.id,
    overrideReason: bookings.overrideReason,
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
    .leftJoin(waivers, joined(seats, waivers.seatId))
    .leftJoin(
      bookings,
      and(
        joined(sessions, bookings.sessionId),
        eq(bookings.resource, "student"),
        eq(bookings.resourceId, seats.studentId),
      ),
    )
    .where(
      and(
        own(actor, seats),
        among(seats.studentId, studentIds),
        inArray(seats.kind, ["make_up", "visitor"]),
        isNull(seats.noticeAt),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        gt(sessions.localDate, lastDay),
        gt(sessions.startsAt, now()),
        sql`not exists (select 1 from ${marks} where ${joined(seats, marks.seatId)})`,
        sql`not exists (select 1 from make_up_credits earned where earned.school_id = ${seats.schoolId}
          and earned.origin_seat_id = ${seats.id})`,
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .all()

const whyNotBack = {
  changed: "changed since",
  "credit-used": "its make-up credit is used",
  taken: "its time is taken",
  full: "full now",
  clash: "they have another lesson then",
}

/**
 * Books again what was freed, in the caller's transaction; what has begun since stays as it is. Answers the spots that don't come
 * back, each with why: its lesson was changed or is full, the student has another lesson at its time, or its credit is used.
 */
export function restoreSpots(actor: Actor, studentId: string, spots: readonly FreedSpot[]): string[] {
  const back: string[] = []
  const notBack = spots.flatMap((spot) => {
    const session = findSessionRow(actor, spot.sessionId)
    const found = session && findClass(actor, session.classId)
    if (session && session.startsAt <= now()) return []
    const why = found
      ? restoreSpot(actor, studentId, { ...spot, session, capacity: found.capacity })
      : "changed"
    const day = formatDate(today(actor.school.timeZone, spot.startsAt), "medium", actor.school)
    if (why) return [`${found?.name ?? "A lesson"} on ${day}: ${whyNotBack[why]}.`]
    if (!spot.isCanceled) back.push(spot.sessionId)
    return []
  })
  tellWhoComes(actor, studentId, back, true)
  return notBack
}

type Booked = FreedSpot & { session: typeof sessions.$inferSelect; capacity: number }

function restoreSpot(
  actor: Actor,
  studentId: string,
  { session, capacity, ...spot }: Booked,
): keyof typeof whyNotBack | undefined {
  const { sessionId, kind, credit, overrideReason, isCanceled } = spot
  const isSame = session.startsAt === spot.startsAt && (session.state === "cancelled") === isCanceled
  if (!isSame || session.registerTakenAt !== null) return "changed"
  if (credit && !isOpenCredit(actor, credit.creditId)) return "credit-used"
  if (isCanceled) return restoreSession(actor, sessionId).ok ? undefined : "taken"
  const present = attendeesOn(actor, session, session.localDate)
  // In a lesson of their own class the student is one who comes anyway, whose credit is spent.
  if (!credit && present.includes(studentId)) return undefined
  if (present.filter((id) => id !== studentId).length >= capacity) return "full"
  const { startsAt, endsAt } = session
  const wish = { studentIds: [studentId], startsAt, endsAt, exceptSessionId: sessionId }
  const clashes = findClashes(actor, wish)
  if (clashes.length > 0 && overrideReason === null) return "clash"
  const seatId = credit
    ? spendOn(actor, sessionId, { ...credit, studentId })
    : seatAgain(actor, studentId, spot)
  if (!seatId) return "credit-used"
  const resourceIds = new Set(clashes.map(({ resourceId }) => resourceId))
  const accepted = overrideReason === null ? undefined : { reason: overrideReason, resourceIds }
  claimSpots(actor, session, [studentId], accepted)
  recordEvent(actor, kind === "make_up" ? "seat.book-make-up" : "seat.add-guest", seatId, {
    after: { sessionId, studentId },
  })
  return undefined
}

/** A spot without a credit. */
function seatAgain(actor: Actor, studentId: string, { sessionId, kind, isFree }: FreedSpot): string {
  const seat = addOrChange(
    actor,
    seats,
    { sessionId, studentId, kind },
    { as: [seats.sessionId, seats.studentId], to: { kind, enrollmentId: null } },
  )
  if (isFree)
    addUnlessThere(actor, waivers, { seatId: seat.id, reason: "Guest, no charge", waivedBy: actor.memberId })
  return seat.id
}

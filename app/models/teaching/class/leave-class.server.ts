import { transact } from "db/client.server"
import { marks } from "db/schema/attendance"
import { classes, enrollments, ownPrices } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, count, eq, gt, inArray, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { type RowChange, undoable, withChanges } from "~/models/foundation/access/row-changes.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findDeleted, findOwnDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import {
  listSeatCredits,
  noLongerThere,
  revokeCredits,
  revokeNoticeCreditsAfter,
} from "../credit/seat-credits.server"
import { feesFollow, removeFees } from "../price/fees-follow.server"
import { bookStudent } from "../session/claim.server"
import type { Override, SlotRefusal } from "../session/slot.server"
import { becomeActive, statusesBack } from "./active-by-enrolling.server"
import { discardEnrollment, waitAgain } from "./enroll.server"
import { enrollSeveral } from "./enroll-several.server"
import { findBeforeDrop, restoreStays, Stay } from "./restore-stays.server"
import { findEnrollment } from "./roster.server"

type DropRefusal = "no-enrollment" | "before-start" | "over-already" | "noted-already"

/**
 * Lets a student leave a class after a last day (included), with a reason. Their sessions after it are freed; what was
 * marked stays. Answers how many sessions that frees, and the days whose make-up credits go. An enrollment that begins later goes with a last day before its first, unless
 * something is noted or charged for it. Refused before the first day of any other, and when they have left by then.
 */
export function dropStudent(
  actor: Actor,
  classId: string,
  enrollmentId: string,
  leaving: Leaving,
): Result<Left, DropRefusal> {
  return allOrNothing((): ReturnType<typeof dropStudent> => {
    const found = findEnrollment(actor, classId, enrollmentId)
    if (!found) return { ok: false, reason: "no-enrollment" }
    const isBegun = leaving.lastDay >= found.startsOn
    if (!isBegun && found.startsOn <= todayOf(actor)) return { ok: false, reason: "before-start" }
    if (found.endsOn !== null && found.endsOn <= leaving.lastDay) return { ok: false, reason: "over-already" }
    const before = countBooked(actor, found.studentId)
    const lost = endStay(actor, found, leaving)
    if (!isBegun && !discardUnused(actor, found)) return { ok: false, reason: "noted-already" }
    return { ok: true, name: found.name, freed: before - countBooked(actor, found.studentId), lost }
  })
}

type Leaving = { lastDay: string; reason: string }
type Left = { name: string; freed: number; lost: string[] }
type Enrolled = NonNullable<ReturnType<typeof findEnrollment>>

/** Ends an enrollment after a day; on its first day where that is later. Answers the days whose make-up credits go. */
function endStay(
  actor: Actor,
  { id, classId, studentId, name, ...found }: Enrolled,
  leaving: Leaving,
): string[] {
  const { lastDay, reason } = leaving
  const endsOn = laterOf(lastDay, found.startsOn)
  change(actor, enrollments, id, { endsOn, endReason: reason })
  bookStudent(actor, id)
  const { answer: lost, changes: credits } = withChanges(() => revokeNoticeCreditsAfter(actor, id, endsOn))
  feesFollow(actor, { classId, enrollmentId: id })
  recordEvent(actor, "enrollment.drop", id, {
    before: {
      endsOn: found.endsOn,
      endReason: found.endReason,
      ...(credits.length > 0 ? { credits } : {}),
    },
    after: { classId, studentId, name, lastDay, reason },
  })
  return lost
}

/**
 * Puts an enrollment back as it was before this last day was set, with the credits of its absences; of a move, the enrollment in the
 * other class goes as if it had never been. All or nothing. Refused once one of the two was changed again; a text says what else is in
 * the way.
 */
export function undoDrop(
  actor: Actor,
  classId: string,
  enrollmentId: string,
  lastDay: string,
  toClassId?: string,
):
  | Result<{ name: string; endsOn: string | null }, "not-found" | "changed" | Kept>
  | { ok: false; reason: "stays"; text: string } {
  return allOrNothing((): ReturnType<typeof undoDrop> => {
    const row = find(actor, enrollments, enrollmentId)
    const was = row ? findBeforeDrop(actor, enrollmentId) : undefined
    const stay = row ? was && Stay.parse({ ...row, ...was, prices: [] }) : findStayInBin(actor, enrollmentId)
    if (stay?.classId !== classId) return { ok: false, reason: "not-found" }
    if (row && row.endsOn !== lastDay) return { ok: false, reason: "changed" }
    const { studentId, endsOn } = stay
    const there = toClassId && findStay(actor, toClassId, studentId, addDays(lastDay, 1))
    const removed = there ? removeStay(actor, there) : toClassId ? "gone" : "removed"
    if (removed !== "removed") return { ok: false, reason: removed === "gone" ? "changed" : removed }
    const text = restoreStays(actor, [stay])
    if (text) return { ok: false, reason: "stays", text }
    // Without an enrollment in between, the student had the status of before it.
    const active = row ? undefined : becomeActive(actor, stay)
    if (active && !active.ok) return { ok: false, reason: "changed" }
    return { ok: true, name: findEnrollment(actor, classId, enrollmentId)?.name ?? "", endsOn }
  })
}

/** An enrollment that this person has just put into the bin by its last day, with its own prices. */
function findStayInBin(actor: Actor, enrollmentId: string): Stay | undefined {
  const entry = findOwnDeletion(actor, enrollmentId)
  const rows = entry ? (findDeleted(actor, entry)?.changes ?? []).map(({ before }) => before) : []
  const row = rows.find((each) => each?.id === enrollmentId)
  const prices = rows.filter((each) => each?.enrollmentId === enrollmentId)
  return row ? Stay.parse({ ...row, prices }) : undefined
}

/** Puts an enrollment that ends on its first day into the bin, with the end it had. False where something is noted or charged for it. */
function discardUnused(actor: Actor, { id, endsOn, endReason }: Enrolled): boolean {
  if (!removeFees(actor, [id]) || !freeFirstDay(actor, id)) return false
  discardEnrollment(actor, id, { endsOn, endReason })
  return true
}

/** Moves a student to another class from a day on: the last day here is the one before. All or nothing. */
export function moveStudent(
  actor: Actor,
  classId: string,
  enrollmentId: string,
  {
    toClassId,
    from,
    reason,
    override,
    prerequisites,
  }: {
    toClassId: string
    from: string
    reason: string
    override?: Override
    prerequisites?: { reason: string } | undefined
  },
): Result<Left, DropRefusal> | Exclude<ReturnType<typeof enrollSeveral>, { ok: true }> | SlotRefusal {
  return allOrNothing(() => {
    const found = findEnrollment(actor, classId, enrollmentId)
    if (!found) return { ok: false, reason: "no-enrollment" } as const
    const dropped = dropStudent(actor, classId, enrollmentId, { lastDay: addDays(from, -1), reason })
    if (!dropped.ok) return dropped
    const enrolled = enrollSeveral(actor, toClassId, {
      studentIds: [found.studentId],
      startsOn: from,
      override,
      prerequisites,
    })
    if (!enrolled.ok) return enrolled
    return dropped
  })
}

/**
 * Lets a student leave every class, or all of some, after a last day; one that begins
 * later is not begun, and is kept in the bin. Answers the names of the classes.
 */
export function leaveAllClasses(
  actor: Actor,
  studentId: string,
  lastDay: string,
  reason: string,
  classIds?: readonly string[],
): string[] {
  const open = select({ id: enrollments.id, classId: classes.id, name: classes.name })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        classIds && among(enrollments.classId, classIds),
        or(isNull(enrollments.endsOn), gt(enrollments.endsOn, lastDay)),
      ),
    )
    .all()
  transact(() => {
    for (const { id, classId } of open) {
      const found = findEnrollment(actor, classId, id)
      if (found) endStay(actor, found, { lastDay, reason })
      if (found && found.startsOn > lastDay) discardUnused(actor, found)
    }
  })
  return [...new Set(open.map(({ name }) => name))]
}

/** The enrollment of a student in a class that starts on a day. */
export const findStay = (actor: Actor, classId: string, studentId: string, startsOn: string) =>
  ownRows(actor, enrollments, ["id"])
    .where(
      and(
        eq(enrollments.classId, classId),
        eq(enrollments.studentId, studentId),
        eq(enrollments.startsOn, startsOn),
      ),
    )
    .get()?.id

/** Why an enrollment stays that was to be taken back. */
type Kept = "seated" | "billed"

/**
 * Takes an enrollment back as if it had never been, with the spot in the waiting list that it took. One with attendance or reported
 * absences, or which was changed or ended, stays. Its unbilled monthly fees go with it; with one on an invoice it stays.
 */
export function removeStay(actor: Actor, enrollmentId: string): "removed" | "gone" | Kept {
  return transact(() => {
    const found = find(actor, enrollments, enrollmentId)
    if (!found || found.endReason !== null) return "gone"
    const isSeated = select({ id: seats.id })
      .from(seats)
      .where(and(own(actor, seats), eq(seats.enrollmentId, enrollmentId)))
      .limit(1)
      .get()
    if (isSeated) return "seated"
    if (!removeFees(actor, [enrollmentId])) return "billed"
    const { classId, startsOn } = found
    dropStudent(actor, classId, enrollmentId, { lastDay: startsOn, reason: "Undone" })
    withdraw(actor, found)
    waitAgain(actor, found)
    return "removed"
  })
}

/** Removes an enrollment that has not begun. */
function withdraw(actor: Actor, { id: enrollmentId, studentId }: { id: string; studentId: string }) {
  if (!freeFirstDay(actor, enrollmentId)) return
  remove(actor, ownPrices, eq(ownPrices.enrollmentId, enrollmentId))
  remove(actor, enrollments, enrollmentId)
  statusesBack(actor, [studentId])
}

/** Frees the one day that is left of an enrollment that has not begun. False where something was noted for it already. */
function freeFirstDay(actor: Actor, enrollmentId: string): boolean {
  const isSeated = ownRows(actor, seats, ["id"]).where(eq(seats.enrollmentId, enrollmentId)).limit(1).get()
  if (isSeated) return false
  const found = find(actor, enrollments, enrollmentId)
  if (!found) return false
  const { classId, studentId, startsOn } = found
  const thatDay = select({ id: sessions.id })
    .from(sessions)
    .where(and(own(actor, sessions), eq(sessions.classId, classId), eq(sessions.localDate, startsOn)))
  remove(
    actor,
    bookings,
    and(
      eq(bookings.resource, "student"),
      eq(bookings.resourceId, studentId),
      inArray(bookings.sessionId, thatDay),
    ),
  )
  return true
}

/** How many lessons a student is booked in. */
export function countBooked(actor: Actor, studentId: string): number {
  const found = ownRows(actor, bookings, { n: count() })
    .where(and(eq(bookings.resource, "student"), eq(bookings.resourceId, studentId)))
    .get()
  return found?.n ?? 0
}

/**
 * Takes the reported absences of an enrollment back, with the credits they earned, and leaves its spots to no one, in the caller's
 * transaction. Answers what that changed, as `undo` takes it. Refused where attendance is recorded or such a credit is used.
 */
export function leaveSpots(
  actor: Actor,
  enrollmentId: string,
): Result<{ changes: RowChange[] }, "seated" | "credit-used" | "made-up"> {
  const rows = select({ id: seats.id, markId: marks.id })
    .from(seats)
    .leftJoin(marks, joined(seats, marks.seatId))
    .where(and(own(actor, seats), eq(seats.enrollmentId, enrollmentId)))
    .all()
  const credits = listSeatCredits(
    actor,
    rows.map(({ id }) => id),
  )
  if (rows.some(({ markId }) => markId !== null)) return { ok: false, reason: "seated" }
  const used = credits.flatMap(({ usedOn }) => usedOn ?? [])
  if (used.some((day) => day < todayOf(actor))) return { ok: false, reason: "made-up" }
  if (used.length > 0) return { ok: false, reason: "credit-used" }
  const changes = undoable(() => {
    const open = credits.filter(({ isRevoked }) => !isRevoked)
    revokeCredits(actor, open, noLongerThere)
    const noAbsence = { noticeAt: null, noticeText: null, excusedBy: null, excusedNote: null }
    change(actor, seats, eq(seats.enrollmentId, enrollmentId), noAbsence)
  })
  // An enrollment that is made for them again has another ID.
  change(actor, seats, eq(seats.enrollmentId, enrollmentId), { enrollmentId: null })
  return { ok: true, changes }
}

import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { classes, enrollments, ownPrices, waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, gte, inArray, isNull, lte, or } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin, forgetDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import type { NoPlaceInPlan } from "~/models/people/student/plan-room.server"
import type { RestoreRefusal } from "~/texts/foundation/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { earlierEnd } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { feesFollow } from "../price/fees-follow.server"
import type { BillingMode } from "../price/price"
import { bookStudent } from "../session/claim.server"
import { settleClashes } from "../session/settle-clashes.server"
import { becomeActive } from "./active-by-enrolling.server"
import { listComing } from "./co-teaching.server"
import { mostFrom } from "./most-at-once.server"
import { listOfferedStays } from "./offered-spots.server"

export type NewEnrollment = {
  classId: string
  studentId: string
  /** Both days included; without an end the student stays. */
  startsOn: string
  endsOn?: string | null
  /** Overrides of the class's own price, in minor units. */
  billing?: BillingMode | null
  priceMinor?: number | null
  /** Why they join without what the class requires. */
  prerequisiteReason?: string | null
}

/**
 * Puts a student into a class. Refused when on any of the days the class would hold more than its capacity, spots
 * offered to others counted, or the student is already in it on one of them. A lead or a trial
 * student becomes active, a former one on their first day, and is refused where the plan has no place; a roster that says which status they have keeps it. Throws when
 * class or student are not the school's.
 */
export function enroll(
  actor: Actor,
  enrollment: NewEnrollment,
  { keepsStatus = false, resumes = false } = {},
): Result<{ enrollmentId: string }, "full" | "already-enrolled"> | NoPlaceInPlan {
  return transact(() => {
    const refusal = refusalToEnroll(actor, enrollment)
    if (refusal) return { ok: false, reason: refusal }
    const active = keepsStatus ? undefined : becomeActive(actor, enrollment, { resumes })
    if (active?.ok === false) return active
    const row = newRow(actor)
    add(actor, enrollments, { ...enrollment, ...row })
    takeSpots(actor, row.id, enrollment)
    bookStudent(actor, row.id)
    leaveLine(actor, enrollment)
    closeOffers(actor, enrollment)
    feesFollow(actor, { classId: enrollment.classId, enrollmentId: row.id })
    recordEvent(actor, "enrollment.enroll", row.id, { after: enrollment })
    return { ok: true, enrollmentId: row.id }
  })
}

/** Spots of an enrollment that was taken back, in lessons of these days, are this one's. */
function takeSpots(actor: Actor, enrollmentId: string, { classId, studentId, ...days }: NewEnrollment) {
  const ofClass = select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        gte(sessions.localDate, days.startsOn),
        days.endsOn ? lte(sessions.localDate, days.endsOn) : undefined,
      ),
    )
  change(
    actor,
    seats,
    and(
      eq(seats.studentId, studentId),
      eq(seats.kind, "enrolled"),
      isNull(seats.enrollmentId),
      inArray(seats.sessionId, ofClass),
    ),
    { enrollmentId },
  )
}

/** Why a student can't be in a class on those days; undefined when they can. Throws when the class is not the school's. */
export function refusalToEnroll(
  actor: Actor,
  enrollment: NewEnrollment,
): "full" | "already-enrolled" | undefined {
  const { classId, studentId, startsOn, endsOn = null } = enrollment
  const capacity = capacityOf(actor, classId)
  const others = overlapping(actor, enrollment)
  if (others.some((other) => other.studentId === studentId)) return "already-enrolled"
  // Spots that someone else is offered right now count, from the day on which they are held.
  const offered = listOfferedStays(actor, classId).filter(
    (offer) => offer.studentId !== studentId && (endsOn === null || offer.startsOn <= endsOn),
  )
  return mostFrom(startsOn, [...others, ...offered]) >= capacity ? "full" : undefined
}

function capacityOf(actor: Actor, classId: string): number {
  const found = find(actor, classes, classId)
  if (!found) throw new Error(`No class ${classId} in this school`)
  return found.capacity
}

/** Students in the class leave its waiting list. */
function leaveLine(actor: Actor, { classId, studentId }: Pick<NewEnrollment, "classId" | "studentId">) {
  change(
    actor,
    waitingSpots,
    and(
      eq(waitingSpots.classId, classId),
      eq(waitingSpots.studentId, studentId),
      isNull(waitingSpots.closedAt),
    ),
    { state: "taken", closedAt: now() },
  )
}

/** Who is in the class has what an offer held for them in it. */
function closeOffers(actor: Actor, { classId, studentId }: NewEnrollment) {
  const theirs = select({ id: inquiries.id })
    .from(inquiries)
    .where(and(own(actor, inquiries), eq(inquiries.studentId, studentId)))
  change(
    actor,
    offers,
    and(eq(offers.classId, classId), eq(offers.state, "open"), inArray(offers.inquiryId, theirs)),
    { state: "accepted", closedAt: now() },
  )
}

/** The spot in the waiting list that they leave when they are enrolled. */
const findInLine = (actor: Actor, classId: string, studentId: string): string | undefined =>
  ownRows(actor, waitingSpots, ["id"])
    .where(
      and(
        eq(waitingSpots.classId, classId),
        eq(waitingSpots.studentId, studentId),
        isNull(waitingSpots.closedAt),
      ),
    )
    .get()?.id

/**
 * An enrollment that was undone gives the spot in the waiting list back, unless they are in line again. What was offered is
 * offered again until the same time, and waits once that has passed.
 */
export function waitAgain(
  actor: Actor,
  {
    classId,
    studentId,
    createdAt,
  }: Pick<typeof enrollments.$inferSelect, "classId" | "studentId" | "createdAt">,
) {
  const spot = ownRows(actor, waitingSpots)
    .where(
      and(
        eq(waitingSpots.classId, classId),
        eq(waitingSpots.studentId, studentId),
        eq(waitingSpots.state, "taken"),
        gte(waitingSpots.closedAt, createdAt),
      ),
    )
    .get()
  if (!spot || findInLine(actor, classId, studentId)) return
  const isOffered = spot.offerUntil !== null && spot.offerUntil > now()
  change(actor, waitingSpots, spot.id, {
    state: isOffered ? "offered" : "waiting",
    offerUntil: isOffered ? spot.offerUntil : null,
    closedAt: null,
  })
}

/** The class's enrollments that share a day with this one. */
function overlapping(actor: Actor, { classId, startsOn, endsOn }: NewEnrollment) {
  return ownRows(actor, enrollments, ["studentId", "startsOn", "endsOn"])
    .where(
      and(
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, startsOn)),
        endsOn ? lte(enrollments.startsOn, endsOn) : undefined,
      ),
    )
    .all()
}

// An enrollment that hadn't begun when its student left. The bin keeps it with its own prices; the lessons it books are
// booked again when it comes back.

type Ending = { endsOn: string | null; endReason: string | null }

const findIt = (actor: Actor, enrollmentId: string) =>
  select({ enrollment: enrollments, student: students, class: classes })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(own(actor, enrollments, enrollmentId))
    .get()

/** Deletes an enrollment, with the end it had before the student left; in the caller's transaction. */
export function discardEnrollment(actor: Actor, enrollmentId: string, ending: Ending) {
  const found = findIt(actor, enrollmentId)
  if (!found) return
  const theirs = own(actor, enrollments, enrollmentId)
  change(actor, enrollments, theirs, ending)
  const startsOn = formatDate(found.enrollment.startsOn, "medium", actor.school)
  const name = `${fullName(found.student)}, ${found.class.name}, from ${startsOn}`
  deleteToBin(actor, { noun: "enrollment", recordId: enrollmentId, name }, () => {
    remove(actor, ownPrices, eq(ownPrices.enrollmentId, enrollmentId))
    remove(actor, enrollments, enrollmentId)
  })
}

/** One that came back otherwise, by undoing why it went. */
export const keepFromBin = (actor: Actor, enrollmentId: string) =>
  forgetDeleted(actor, enrollmentId, "enrollment")

/** What is kept of it in the bin. */
const Kept = z.object({
  classId: z.string(),
  studentId: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
})

/** It begins today at the earliest. */
function startOf(actor: Actor, startsOn: string): string {
  const day = todayOf(actor)
  return startsOn > day ? startsOn : day
}

/** Why an enrollment in the bin can't come back now: its student has left, or its class ended, is full or has them again. */
export function refusalToResume(actor: Actor, row: unknown): RestoreRefusal | undefined {
  const { classId, studentId, endsOn, ...kept } = Kept.parse(row)
  const student = find(actor, students, studentId)
  const group = find(actor, classes, classId)
  const startsOn = startOf(actor, kept.startsOn)
  if (!student || student.erasedAt !== null || !group) return "place-gone"
  if (student.status === "former") return "left"
  const end = earlierEnd(endsOn, group.endedOn)
  if (end !== null && end < startsOn) return "class-ended"
  const refusal = refusalToEnroll(actor, { classId, studentId, startsOn, endsOn })
  return refusal && (refusal === "full" ? "class-full" : "still-there")
}

/** Books its lessons, in the caller's all-or-nothing, once its rows are back; refused where the student is in another. */
export function resumeEnrollment(actor: Actor, enrollmentId: string): RestoreRefusal | undefined {
  const found = findIt(actor, enrollmentId)
  if (!found) return "place-gone"
  const { classId, studentId } = found.enrollment
  const startsOn = startOf(actor, found.enrollment.startsOn)
  const endsOn = earlierEnd(found.enrollment.endsOn, found.class.endedOn)
  change(actor, enrollments, enrollmentId, { startsOn, endsOn })
  bookStudent(actor, enrollmentId)
  feesFollow(actor, { classId, enrollmentId })
  const coming = listComing(actor, classId, startsOn).map(({ id }) => id)
  const settled = settleClashes(actor, coming, {
    concerns: ({ resource, resourceId }) => resource === "student" && resourceId === studentId,
  })
  if (!settled.ok) return "busy"
  leaveLine(actor, { classId, studentId })
  recordEvent(actor, "enrollment.enroll", enrollmentId, {
    after: { classId, studentId, name: fullName(found.student), startsOn, endsOn },
  })
  return undefined
}

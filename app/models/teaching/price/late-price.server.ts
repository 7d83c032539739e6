import { marks } from "db/schema/attendance"
import { waivers } from "db/schema/money-waivers"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, gte, inArray, isNull, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { now } from "~/utils/clock.server"
import { agreedOn, isFreeTrial, priceOnDay } from "./agreed-on.server"

// A price may be set after attendance of its days was taken. Lessons that had none then are charged by it: here is which
// they are, what a charge comes to is the business of money and attendance.

export type LateWish = { classId: string; enrollmentId?: string; fromDate: string }

/** The marks that a wish is about. */
export const ofWish = ({ classId, enrollmentId }: LateWish) => ({ classIds: [classId], enrollmentId })

/** What a charge of such a mark needs to know. */
const unpriced = {
  markId: marks.id,
  kind: seats.kind,
  classId: sessions.classId,
  studentId: seats.studentId,
  enrollmentId: seats.enrollmentId,
  familyId: students.familyId,
  localDate: sessions.localDate,
  chargedPercent: marks.chargedPercent,
  ...agreedOn(sessions.localDate),
}

/** A mark from a day on that charges something and has no price; the statement has all its tables beside it. */
const isUnpriced = (fromDate: string) =>
  and(
    gte(sessions.localDate, fromDate),
    ne(sessions.state, "cancelled"),
    inArray(seats.kind, ["enrolled", "visitor"]),
    gt(marks.chargedPercent, 0),
    isNull(waivers.id),
    isUncharged,
    sql`not ${isFreeTrial}`,
    sql`${priceOnDay} is null`,
  )

export type UnpricedMark = ReturnType<typeof listUnpriced>[number]

/** Whose marks: of classes, of one enrollment in its class, or of enrollments. */
type Whose =
  | { classIds: readonly string[]; enrollmentId?: string | undefined }
  | { enrollmentIds: readonly string[] }

const isAmong = (actor: Actor, whose: Whose, fromDate: string) =>
  "enrollmentIds" in whose
    ? among(seats.enrollmentId, whose.enrollmentIds)
    : and(
        inArray(
          seats.sessionId,
          select({ id: sessions.id })
            .from(sessions)
            .where(
              and(
                own(actor, sessions),
                among(sessions.classId, whose.classIds),
                gte(sessions.localDate, fromDate),
              ),
            ),
        ),
        whose.enrollmentId === undefined ? undefined : eq(seats.enrollmentId, whose.enrollmentId),
      )

/** Marks from a day on that charge something and have no price, the oldest first: nothing came from them. */
export const listUnpriced = (actor: Actor, whose: Whose, fromDate: string) =>
  unpricedQuery(actor, whose, fromDate).all()

export const unpricedQuery = (actor: Actor, whose: Whose, fromDate: string) =>
  select(unpriced)
    .from(seats)
    // a cross join keeps SQLite from starting anywhere else than with these seats
    .crossJoin(sessions)
    .innerJoin(students, joined(students, seats.studentId))
    .innerJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(enrollments, joined(enrollments, seats.enrollmentId))
    .leftJoin(waivers, joined(seats, waivers.seatId))
    .where(
      and(
        own(actor, seats),
        isAmong(actor, whose, fromDate),
        joined(sessions, seats.sessionId),
        isUnpriced(fromDate),
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(seats.id))

/** No charge stands for the seat, and nothing is taken from a package or waits for one. */
const isUncharged = sql`not exists (select 1 from charges c where c.school_id = ${seats.schoolId}
    and c.seat_id = ${seats.id} and c.withdrawn_at is null)
  and not exists (select 1 from package_uses u where u.school_id = ${seats.schoolId}
    and u.seat_id = ${seats.id} and u.released_at is null)`

/**
 * Has the lessons that have no price yet charged by the one that is about to be set: in the background, a few at a time. In
 * the transaction of the price, before it is written. Until they are charged, they are among what is unbilled.
 */
export function lateLessonsFollow(actor: Actor, wish: LateWish) {
  const found = listUnpriced(actor, ofWish(wish), wish.fromDate)
  if (found.length === 0) return
  const ids = found.map(({ markId }) => markId)
  change(actor, marks, among(marks.id, ids), { awaitsCharge: true })
  queueJob({ kind: "charge-late-lessons", schoolId: actor.school.id, payload: { classId: wish.classId } })
}

/**
 * Undoes what a price that is taken back has charged of such lessons, in the background, in the caller's transaction. `since`
 * is when it was set, UTC ms.
 */
export function lateChargesBack(
  actor: Actor,
  { classId, ...price }: { classId: string; enrollmentId?: string; since: number },
) {
  queueJob({
    kind: "charge-late-lessons",
    schoolId: actor.school.id,
    payload: { classId, undo: { ...price, until: now() } },
  })
}

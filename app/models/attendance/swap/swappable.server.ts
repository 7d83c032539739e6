import { students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { enrolledOnDate } from "~/models/teaching/seat/seat.server"
import { listOverlaps } from "~/models/teaching/session/clash.server"
import { listNotComing } from "~/models/teaching/session/not-coming.server"
import { now } from "~/utils/clock.server"
import { isStanding, type SwapOfferState, type SwapRequestState, swapDaysAhead } from "./swap"

// Which lessons can be swapped: private lessons to come of one student alone, with a teacher, not canceled, without
// attendance and without an absence.

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** More lessons of a family than anyone chooses from. */
const mostLessons = 60

/** Lessons that begin before this can't be swapped anymore (UTC ms): the school's notice period. */
export const earliestSwap = (actor: Actor): number => now() + actor.school.noticeHours * hourMs

export type Swappable = ReturnType<typeof listSwappable>[number]

/** The lessons of these students that can be offered for a swap now, the soonest first. */
export const listSwappable = (actor: Actor, studentIds: readonly string[]) =>
  swappableQuery(
    actor,
    studentIds,
    between(sessions.startsAt, earliestSwap(actor), now() + swapDaysAhead * dayMs),
  )
    .limit(mostLessons)
    .all()

/** Those among these lessons that can be swapped, however soon. */
export const listSwappableOf = (
  actor: Actor,
  studentIds: readonly string[],
  sessionIds: readonly string[],
): Swappable[] =>
  swappableQuery(
    actor,
    studentIds,
    and(inArray(sessions.id, [...sessionIds]), gt(sessions.startsAt, now())),
  ).all()

const swappableQuery = (actor: Actor, studentIds: readonly string[], which: ReturnType<typeof and>) =>
  select({
    sessionId: sessions.id,
    studentId: students.id,
    firstName: students.firstName,
    className: classes.name,
    instrument: classes.instrument,
    teacherId: teachers.id,
    teacherName: teachers.name,
    ...columns(sessions, "localDate", "startTime", "minutes", "startsAt", "endsAt"),
    enrolledFrom: enrollments.startsOn,
    enrolledUntil: enrollments.endsOn,
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(sessions, joined(sessions.classId, classes.id))
    .innerJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        own(actor, enrollments),
        inArray(enrollments.studentId, [...studentIds]),
        eq(classes.kind, "private"),
        enrolledOnDate,
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        isNull(teachers.deactivatedAt),
        which,
        sql`not exists (select 1 from enrollments e where e.school_id = ${sessions.schoolId}
          and e.class_id = ${sessions.classId} and e.student_id <> ${enrollments.studentId}
          and (e.ends_on is null or e.ends_on >= ${sessions.localDate}))`,
        sql`not exists (select 1 from seats x where x.school_id = ${sessions.schoolId}
          and x.session_id = ${sessions.id}
          and (x.kind <> 'enrolled' or x.student_id <> ${enrollments.studentId} or x.notice_at is not null))`,
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id))

/** When these students are busy in a period (UTC ms), by their ids. */
export function listBusy(actor: Actor, studentIds: readonly string[], from: number, to: number) {
  const rows = listOverlaps(actor, { startsAt: from, endsAt: to }, "student", studentIds)
  const isBusy = (studentId: string, at: { startsAt: number; endsAt: number }, except: readonly string[]) =>
    rows.some(
      (row) =>
        row.resourceId === studentId &&
        row.startsAt < at.endsAt &&
        at.startsAt < row.endsAt &&
        !except.includes(row.sessionId),
    )
  return isBusy
}

/** Which of these offers or requests that still count are of a lesson to which the student isn't coming: other families don't see the offers. */
export function listHidden(
  actor: Actor,
  rows: readonly {
    id: string
    state: SwapOfferState | SwapRequestState
    sessionId: string
    studentId: string
  }[],
): Set<string> {
  const standing = rows.filter(({ state }) => isStanding(state))
  const away = listNotComing(
    actor,
    standing.map(({ sessionId }) => sessionId),
  )
  const isAway = ({ sessionId, studentId }: (typeof rows)[number]) =>
    away.get(sessionId)?.some((one) => one.studentId === studentId)
  return new Set(standing.filter(isAway).map(({ id }) => id))
}

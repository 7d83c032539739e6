import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, gt, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"

export const freedTimesPerPage = 25

/** What is offered to these students now, the first to expire before the others. */
export const listFreedOffersOf = (actor: Actor, studentIds: readonly string[]) =>
  offersQuery.all(actor, { studentIds: JSON.stringify(studentIds), now: now() })

const offersQuery = query((p: Params<{ studentIds: string; now: number }>, own) =>
  select({
    id: freedOffers.id,
    studentId: freedOffers.studentId,
    firstName: students.firstName,
    until: freedOffers.offerUntil,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    instrument: classes.instrument,
    className: classes.name,
    isSpot: sql<number>`${freedTimes.absentStudentId} is not null`.mapWith(Boolean),
    teacherName: teachers.name,
  })
    .from(freedOffers)
    .innerJoin(students, joined(students, freedOffers.studentId))
    .innerJoin(freedTimes, joined(freedTimes, freedOffers.freedTimeId))
    .innerJoin(sessions, joined(sessions, freedTimes.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        own(freedOffers),
        among(freedOffers.studentId, p.studentIds),
        eq(freedOffers.state, "offered"),
        gt(freedOffers.offerUntil, p.now),
      ),
    )
    .orderBy(asc(freedOffers.offerUntil)),
)

/** Whose offer this is, whatever became of it. */
export const findFreedOfferStudent = (actor: Actor, offerId: string) =>
  find(actor, freedOffers, offerId)?.studentId

/** The freed times of the school with everyone they were offered to, newest first: one page, and how many there are. */
export function listFreedTimes(actor: Actor, page: number) {
  const total = ownRows(actor, freedTimes, { n: count() }).get()?.n ?? 0
  const rows = select({
    ...columns(freedTimes, "id", "sessionId", "makeUpSessionId", "state"),
    className: classes.name,
    absentFirst: students.firstName,
    absentLast: students.lastName,
    teacherName: teachers.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(freedTimes)
    .innerJoin(sessions, joined(sessions, freedTimes.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(students, joined(students, freedTimes.absentStudentId))
    .where(own(actor, freedTimes))
    .orderBy(desc(freedTimes.createdAt))
    .limit(freedTimesPerPage)
    .offset((page - 1) * freedTimesPerPage)
    .all()
  const offers = select({
    freedTimeId: freedOffers.freedTimeId,
    studentId: freedOffers.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    state: freedOffers.state,
    until: freedOffers.offerUntil,
  })
    .from(freedOffers)
    .innerJoin(students, joined(students, freedOffers.studentId))
    .where(
      and(
        own(actor, freedOffers),
        inArray(
          freedOffers.freedTimeId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(freedOffers.createdAt), asc(freedOffers.id))
    .all()
    .map(({ firstName, lastName, ...offer }) => ({ ...offer, name: fullName({ firstName, lastName }) }))
  const ofTime = groupBy(offers, ({ freedTimeId }) => freedTimeId)
  return {
    total,
    rows: rows.map(({ absentFirst, absentLast, ...row }) => ({
      ...row,
      /** Whose spot in a group lesson it is. */
      absentName:
        absentFirst === null ? null : fullName({ firstName: absentFirst, lastName: absentLast ?? "" }),
      offers: ofTime.get(row.id) ?? [],
      /** No one with a credit can come: who earns one later is asked. */
      isWaiting: row.state === "open" && !ofTime.get(row.id)?.some(({ state }) => state === "offered"),
    })),
  }
}

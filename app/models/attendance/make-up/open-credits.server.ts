import { makeUpCredits } from "db/schema/attendance"
import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { isCreditClass } from "~/models/teaching/credit/credit.server"
import { todayOf } from "~/utils/clock.server"

export type OpenCredit = ReturnType<typeof listOpenCredits>[number]

/** What is told of a credit's class. Alone in it, today and later, a student may have a lesson at another time. */
const ofClass = (p: Params<{ studentId: string; day: string }>) => ({
  className: classes.name,
  kind: classes.kind,
  instrument: classes.instrument,
  endedOn: classes.endedOn,
  roomId: classes.roomId,
  roomName: rooms.name,
  teacherId: teachers.id,
  teacherName: teachers.name,
  isAlone: sql<number>`coalesce((select min(e.student_id = ${p.studentId}) from enrollments e
    where e.school_id = ${classes.schoolId} and e.class_id = ${classes.id}
      and (e.ends_on is null or e.ends_on >= ${p.day})), 0)`.mapWith(Boolean),
})

/** A student's open credits with the class each came from, in the order in which they are used: the first to end first. */
export const listOpenCredits = (actor: Actor, studentId: string) =>
  openQuery.all(actor, { studentId, day: todayOf(actor) })

const openQuery = query((p: Params<{ studentId: string; day: string }>, own) =>
  select({
    creditId: makeUpCredits.id,
    minutes: makeUpCredits.minutes,
    expiresOn: makeUpCredits.expiresOn,
    classId: classes.id,
    ...ofClass(p),
  })
    .from(makeUpCredits)
    .leftJoin(seats, joined(seats, makeUpCredits.originSeatId))
    .leftJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, and(joined(classes.schoolId, makeUpCredits.schoolId), isCreditClass))
    .leftJoin(teachers, and(joined(teachers, classes.teacherId), isNull(teachers.deactivatedAt)))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(
      and(
        own(makeUpCredits),
        eq(makeUpCredits.studentId, p.studentId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, p.day),
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.id)),
)

/** The credit that a missed lesson of this class would earn, as if it were open; undefined for another school's class. */
export function creditToCome(
  actor: Actor,
  studentId: string,
  { classId, minutes, expiresOn }: Pick<OpenCredit, "classId" | "minutes" | "expiresOn">,
): OpenCredit | undefined {
  const found = toComeQuery.get(actor, { studentId, classId, day: todayOf(actor) })
  return found && { creditId: "", classId, minutes, expiresOn, ...found }
}

const toComeQuery = query((p: Params<{ studentId: string; classId: string; day: string }>, own) =>
  select(ofClass(p))
    .from(classes)
    .leftJoin(teachers, and(joined(teachers, classes.teacherId), isNull(teachers.deactivatedAt)))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(own(classes, p.classId)),
)

/** The credit that a lesson on this day would use: the oldest that is still open then. */
export const creditOn = (credits: readonly OpenCredit[], date: string): OpenCredit | undefined =>
  credits.find(({ expiresOn }) => expiresOn >= date)

import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, gte, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, query, queryEach, select } from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { isOnLeave } from "../leave/leave.server"

/** The next sessions of a student that are not canceled, soonest first. */
export const listComingSessions = (actor: Actor, studentId: string, most: number) =>
  comingQuery(`${most}`).all(actor, { studentId, present: now() })

/** How many there are. */
export const countComingSessions = (actor: Actor, studentId: string): number =>
  countQuery.get(actor, { studentId, present: now() })?.n ?? 0

type Asked = { studentId: string; present: number }
const { schoolId, studentId: student, present } = params<Asked>()
const isComing = and(
  own(schoolId, bookings),
  eq(bookings.resource, "student"),
  eq(bookings.resourceId, student),
  gte(bookings.startsAt, present),
  eq(sessions.state, "planned"),
)

const countQuery = query((_: Params<Asked>) =>
  select({ n: count() })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .where(isComing),
)

const comingQuery = queryEach((most: `${number}`, _: Params<Asked>) =>
  select({
    id: sessions.id,
    className: classes.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    minutes: sessions.minutes,
    teacherName: teachers.name,
    roomName: rooms.name,
    isNotComing: sql<number>`${seats.noticeAt} is not null`.mapWith(Boolean),
  })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .leftJoin(
      seats,
      and(joined(seats.sessionId, bookings.sessionId), eq(seats.studentId, bookings.resourceId)),
    )
    .where(isComing)
    .orderBy(asc(bookings.startsAt))
    .limit(Number(most)),
)

/**
 * In SQL: sessions of a class the student is enrolled in on that day and not on leave from, or has a seat in (a make-up, a visit). Found from the
 * student, so that no more is read than is theirs; the cross join keeps SQLite to that order.
 */
export const sessionsOfStudent = (owner: Owner, studentId: string | Placeholder): SQL =>
  ofStudentIn("school" in owner ? owner.school.id : owner, studentId)

const awayThen = isOnLeave({
  schoolId: sql`e.school_id`,
  studentId: sql`e.student_id`,
  classId: sql`e.class_id`,
  day: sql`o.local_date`,
})

const ofStudentIn = (
  schoolId: string | Placeholder,
  studentId: string | Placeholder,
) => sql`${sessions.id} in (
  select o.id from enrollments e cross join sessions o
    where e.school_id = ${schoolId} and e.student_id = ${studentId}
    and o.school_id = e.school_id and o.class_id = e.class_id
    and o.local_date >= e.starts_on and (e.ends_on is null or o.local_date <= e.ends_on)
    and not ${awayThen}
  union select s.session_id from seats s where s.school_id = ${schoolId} and s.student_id = ${studentId})`

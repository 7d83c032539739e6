import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, gte, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, query, queryEach, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

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

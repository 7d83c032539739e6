import { prepareEach, prepareOnce } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, gte, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

/** The next sessions of a student that are not canceled, soonest first. */
export const listComingSessions = (actor: Actor, studentId: string, most: number) =>
  comingQuery(`${most}`).all({ schoolId: actor.school.id, studentId, present: now() })

/** How many there are. */
export const countComingSessions = (actor: Actor, studentId: string): number =>
  countQuery().get({ schoolId: actor.school.id, studentId, present: now() })?.n ?? 0

const isComing = and(
  own(sql.placeholder("schoolId"), bookings),
  eq(bookings.resource, "student"),
  eq(bookings.resourceId, sql.placeholder("studentId")),
  gte(bookings.startsAt, sql.placeholder("present")),
  eq(sessions.state, "planned"),
)

const countQuery = prepareOnce(() =>
  select({ n: count() })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .where(isComing)
    .prepare(),
)

const comingQuery = prepareEach((most: `${number}`) =>
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
    .limit(Number(most))
    .prepare(),
)

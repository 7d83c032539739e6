import { teachers } from "db/schema/people"
import { classes, classTeachers, closures, rooms } from "db/schema/teaching"
import { bookings, coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, eq, gt, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { type AnySQLiteColumn, unionAll } from "drizzle-orm/sqlite-core"
import { among } from "~/models/foundation/access/among.server"
import { type Params, params, queryEach, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { whileCoTaught, whileSubstituted } from "../co-teacher/co-teacher.server"
import { beginsLater } from "./begins-later.server"
import { endMinute, minutesOf } from "./clock-minutes.server"
import type { StrandedCause } from "./stranded-cause"

// The causes of stranded-causes.server.ts that are asked of the lessons' own rows, in one statement. Cross joins keep SQLite to the
// written order: what has changed, then the lessons it concerns.

type Asked = { day: string; present: number; ids: string }
const { schoolId: school, day, present } = params<Asked>()

const isToCome = and(
  own(school, sessions),
  gte(sessions.localDate, day),
  beginsLater(present),
  eq(sessions.state, "planned"),
  isNull(sessions.registerTakenAt),
)

const isNotKept = (cause: StrandedCause) => sql`instr(coalesce(${sessions.keptDespite}, ''), ${cause}) = 0`

export type Found = { id: string; cause: StrandedCause }

const found = (cause: StrandedCause) => ({
  id: sessions.id,
  cause: sql<StrandedCause>`${cause}`,
  date: sessions.localDate,
  startTime: sessions.startTime,
  minutes: sessions.minutes,
  startsOn: sql<string | null>`null`,
  endsOn: sql<string | null>`null`,
  fromTime: sql<string | null>`null`,
  toTime: sql<string | null>`null`,
})

/** A stretch of leave and a lesson, and which of its teachers is away then. */
const onLeave = (cause: StrandedCause) => ({
  ...found(cause),
  startsOn: sql<string | null>`${timeOff.startsOn}`,
  endsOn: sql<string | null>`${timeOff.endsOn}`,
  fromTime: sql<string | null>`${timeOff.fromTime}`,
  toTime: sql<string | null>`${timeOff.toTime}`,
})

export type FoundRow = Found & { date: string; startTime: string; minutes: number } & {
  [when in "startsOn" | "endsOn" | "fromTime" | "toTime"]: string | null
}

const isLeaveToCome = and(own(school, timeOff), eq(timeOff.state, "approved"), gte(timeOff.endsOn, day))

const isInLeave = sql`${sessions.localDate} between ${timeOff.startsOn} and ${timeOff.endsOn}`

/** The teachers who have named hours; most schools have none. */
const haveHours = and(
  own(school, teachers),
  sql`exists (select 1 from teacher_availability a
    where a.school_id = ${teachers.schoolId} and a.teacher_id = ${teachers.id})`,
)

export const strandedQuery = queryEach((scope: "all" | "given", p: Params<Asked>) => {
  const given = scope === "given" ? among(sessions.id, p.ids) : undefined
  const which = (cause: StrandedCause): SQL | undefined => and(given, isToCome, isNotKept(cause))
  const [leave, coTaught, coSubstituted] = leaveQueries(which)
  return unionAll(
    leave,
    coTaught,
    coSubstituted,
    ...hoursQueries(which),
    closureQuery(which),
    roomQuery(which),
    teacherQuery(which),
  )
})

type Which = (cause: StrandedCause) => SQL | undefined

const leaveQueries = (which: Which) =>
  [
    select(onLeave("leave"))
      .from(timeOff)
      .crossJoin(sessions)
      .where(and(isLeaveToCome, joined(timeOff.teacherId, sessions.teacherId), isInLeave, which("leave"))),
    select(onLeave("co-away"))
      .from(timeOff)
      .crossJoin(classTeachers)
      .crossJoin(sessions)
      .where(
        and(
          isLeaveToCome,
          joined(timeOff.teacherId, classTeachers.teacherId),
          whileCoTaught,
          isInLeave,
          which("co-away"),
        ),
      ),
    select(onLeave("co-away"))
      .from(timeOff)
      .crossJoin(coSubstitutes)
      .crossJoin(sessions)
      .where(
        and(
          isLeaveToCome,
          joined(timeOff.teacherId, coSubstitutes.substituteId),
          whileSubstituted,
          isInLeave,
          which("co-away"),
        ),
      ),
  ] as const

const hoursQueries = (which: Which) => [
  select(found("hours"))
    .from(teachers)
    .crossJoin(sessions)
    .where(
      and(
        own(school, sessions),
        haveHours,
        joined(teachers, sessions.teacherId),
        which("hours"),
        sql`not ${isWithinHours(sessions.teacherId)}`,
      ),
    ),
  select(found("co-times"))
    .from(teachers)
    .crossJoin(classTeachers)
    .crossJoin(sessions)
    .where(
      and(
        own(school, classTeachers),
        haveHours,
        joined(teachers, classTeachers.teacherId),
        whileCoTaught,
        which("co-times"),
        sql`not ${isWithinHours(classTeachers.teacherId)}`,
      ),
    ),
  select(found("co-times"))
    .from(teachers)
    .crossJoin(coSubstitutes)
    .crossJoin(sessions)
    .where(
      and(
        own(school, coSubstitutes),
        haveHours,
        joined(teachers, coSubstitutes.substituteId),
        whileSubstituted,
        which("co-times"),
        sql`not ${isWithinHours(coSubstitutes.substituteId)}`,
      ),
    ),
]

const closureQuery = (which: Which) =>
  select(found("closure"))
    .from(closures)
    .crossJoin(sessions)
    .where(
      and(
        own(school, closures),
        own(school, sessions),
        gte(closures.endsOn, day),
        sql`${sessions.localDate} between ${closures.startsOn} and ${closures.endsOn}`,
        which("closure"),
      ),
    )

const roomQuery = (which: Which) =>
  select(found("room"))
    .from(rooms)
    .crossJoin(bookings)
    .crossJoin(sessions)
    .where(
      and(
        own(school, rooms),
        isNotNull(rooms.archivedAt),
        own(school, bookings),
        eq(bookings.resource, "room"),
        joined(rooms, bookings.resourceId),
        gt(bookings.startsAt, present),
        joined(sessions, bookings.sessionId),
        which("room"),
      ),
    )

const teacherQuery = (which: Which) =>
  select(found("teacher"))
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(school, sessions), isNull(sessions.teacherId), which("teacher")))

const dayMinutes = 24 * 60

/** Within a stretch of the hours that a teacher has named; a lesson past midnight is in none. */
const isWithinHours = (teacherId: AnySQLiteColumn) => sql`exists (select 1 from teacher_availability h
  where h.school_id = ${sessions.schoolId} and h.teacher_id = ${teacherId}
    and h.weekday = (cast(strftime('%w', ${sessions.localDate}) as integer) + 6) % 7 + 1
    and h.from_time <= ${sessions.startTime} and ${endMinute} <= ${minutesOf(sql`h.to_time`)} and ${endMinute} < ${dayMinutes})`

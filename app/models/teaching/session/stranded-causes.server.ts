import { db, prepareEach } from "db/client.server"
import { classes, classTeachers, closures, rooms } from "db/schema/teaching"
import { bookings, coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, eq, gt, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { type AnySQLiteColumn, unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { today } from "~/utils/zones"
import { whileCoTaught, whileSubstituted } from "../co-teacher/co-teacher.server"
import { isAwayAt } from "../teacher-time/teacher-time"
import { listTight } from "./room-buffer.server"
import { type StrandedCause, strandedCauses } from "./stranded-cause"
import { listTooNear } from "./too-far.server"

// Lessons that a change left where they can't stay: their teacher's hours or leave, a closure, an archived room, no teacher,
// too little time between two sites or between two lessons of a room.
// Each cause is asked from its own side, so that the cost is that of the changes and not of all lessons. What someone kept
// with a reason isn't asked again for that cause.

/** The lessons to come with what is wrong with each; of those given, when some are. */
export function findStranded(actor: Actor, ids?: readonly string[]): Map<string, StrandedCause[]> {
  const found = new Map<string, StrandedCause[]>()
  const note = ({ id, cause }: Found) => {
    const known = found.get(id) ?? []
    if (!known.includes(cause)) found.set(id, [...known, cause])
  }
  const asked = {
    schoolId: actor.school.id,
    day: today(actor.school.timeZone, now()),
    present: now(),
    ids: JSON.stringify(ids ?? []),
  }
  strandedQuery(ids ? "given" : "all")
    .all(asked)
    .filter(isMissed)
    .forEach(note)
  for (const id of listTooNear(actor, ids)) note({ id, cause: "site" })
  for (const id of listTight(actor, ids)) note({ id, cause: "buffer" })
  return found
}

/** How many lessons have to be settled. */
export const countStranded = (actor: Actor): number => findStranded(actor).size

/** Keeps lessons where they are, with a reason: what is wrong with them now is accepted; of that only `some`, when said. */
export function keepLessons(
  actor: Actor,
  ids: readonly string[],
  reason: string,
  some: readonly StrandedCause[] = strandedCauses,
) {
  for (const [id, found] of findStranded(actor, ids)) {
    const causes = found.filter((cause) => some.includes(cause))
    if (causes.length === 0) continue
    const kept = db()
      .select({ keptDespite: sessions.keptDespite })
      .from(sessions)
      .where(own(actor, sessions, id))
      .get()
    const all = new Set([...(kept?.keptDespite?.split(" ") ?? []), ...causes])
    db()
      .update(sessions)
      .set({ keptDespite: [...all].filter(Boolean).join(" "), keptReason: reason })
      .where(own(actor, sessions, id))
      .run()
  }
}

const school = sql.placeholder("schoolId")
const day = sql.placeholder("day")
const present = sql.placeholder("present")

const isToCome = and(
  own(school, sessions),
  gte(sessions.localDate, day),
  gt(sessions.startsAt, present),
  eq(sessions.state, "planned"),
  isNull(sessions.registerTakenAt),
)

const isNotKept = (cause: StrandedCause) => sql`instr(coalesce(${sessions.keptDespite}, ''), ${cause}) = 0`

type Found = { id: string; cause: StrandedCause }

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

type FoundRow = Found & { date: string; startTime: string; minutes: number } & {
  [when in "startsOn" | "endsOn" | "fromTime" | "toTime"]: string | null
}

/** Of leave, only what is within its hours; the other causes have no stretch. */
const isMissed = ({ date, startTime, minutes, startsOn, endsOn, fromTime, toTime }: FoundRow): boolean =>
  startsOn === null ||
  endsOn === null ||
  isAwayAt(
    { startsOn, endsOn, fromTime, toTime },
    { date, from: startTime, to: addMinutes(startTime, minutes) },
  )

const isLeaveToCome = and(own(school, timeOff), eq(timeOff.state, "approved"), gte(timeOff.endsOn, day))

const isInLeave = sql`${sessions.localDate} between ${timeOff.startsOn} and ${timeOff.endsOn}`

const haveHours = (teacherId: AnySQLiteColumn) => sql`${teacherId} in (
  select a.teacher_id from teacher_availability a where a.school_id = ${school})`

// Cross joins keep SQLite to the written order: what has changed, then the lessons it concerns.
const strandedQuery = prepareEach((scope: "all" | "given") => {
  const among =
    scope === "given"
      ? sql`${sessions.id} in (select value from json_each(${sql.placeholder("ids")}))`
      : undefined
  const which = (cause: StrandedCause): SQL | undefined => and(among, isToCome, isNotKept(cause))
  const [leave, coTaught, coSubstituted] = leaveQueries(which)
  return unionAll(
    leave,
    coTaught,
    coSubstituted,
    ...hoursQueries(which),
    closureQuery(which),
    roomQuery(which),
    teacherQuery(which),
  ).prepare()
})

type Which = (cause: StrandedCause) => SQL | undefined

const leaveQueries = (which: Which) =>
  [
    db()
      .select(onLeave("leave"))
      .from(timeOff)
      .crossJoin(sessions)
      .where(and(isLeaveToCome, joined(timeOff.teacherId, sessions.teacherId), isInLeave, which("leave"))),
    db()
      .select(onLeave("co-away"))
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
    db()
      .select(onLeave("co-away"))
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
  db()
    .select(found("hours"))
    .from(sessions)
    .where(
      and(
        own(school, sessions),
        haveHours(sessions.teacherId),
        which("hours"),
        sql`not ${isWithinHours(sessions.teacherId)}`,
      ),
    ),
  db()
    .select(found("co-times"))
    .from(classTeachers)
    .crossJoin(sessions)
    .where(
      and(
        own(school, classTeachers),
        haveHours(classTeachers.teacherId),
        whileCoTaught,
        which("co-times"),
        sql`not ${isWithinHours(classTeachers.teacherId)}`,
      ),
    ),
  db()
    .select(found("co-times"))
    .from(coSubstitutes)
    .crossJoin(sessions)
    .where(
      and(
        own(school, coSubstitutes),
        haveHours(coSubstitutes.substituteId),
        whileSubstituted,
        which("co-times"),
        sql`not ${isWithinHours(coSubstitutes.substituteId)}`,
      ),
    ),
]

const closureQuery = (which: Which) =>
  db()
    .select(found("closure"))
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
  db()
    .select(found("room"))
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
  db()
    .select(found("teacher"))
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(school, sessions), isNull(sessions.teacherId), which("teacher")))

const minutesOf = (time: SQL) => sql`(substr(${time}, 1, 2) * 60 + substr(${time}, 4, 2))`
const dayMinutes = 24 * 60
const endMinute = sql`(${minutesOf(sql`${sessions.startTime}`)} + ${sessions.minutes})`

/** Within a stretch of the hours that a teacher has named; a lesson past midnight is in none. */
const isWithinHours = (teacherId: AnySQLiteColumn) => sql`exists (select 1 from teacher_availability h
  where h.school_id = ${sessions.schoolId} and h.teacher_id = ${teacherId}
    and h.weekday = (cast(strftime('%w', ${sessions.localDate}) as integer) + 6) % 7 + 1
    and h.from_time <= ${sessions.startTime} and ${endMinute} <= ${minutesOf(sql`h.to_time`)} and ${endMinute} < ${dayMinutes})`

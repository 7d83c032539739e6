import { teachers } from "db/schema/people"
import { classes, classTeachers, closures, rooms } from "db/schema/teaching"
import { bookings, coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, eq, gt, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { type AnySQLiteColumn, unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import {
  askAll,
  change,
  find,
  type Params,
  params,
  queryEach,
  select,
} from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { whileCoTaught, whileSubstituted } from "../co-teacher/co-teacher.server"
import { isAwayAt } from "../teacher-time/teacher-time"
import { beginsLater } from "./begins-later.server"
import { endMinute, minutesOf } from "./clock-minutes.server"
import { listTight } from "./room-buffer.server"
import { longestSession } from "./session"
import { type StrandedCause, strandedCauses } from "./stranded-cause"
import { isTooFar, type Travel } from "./travel"
import { findTravel } from "./travel.server"

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

const isLeaveToCome = and(own(school, timeOff), eq(timeOff.state, "approved"), gte(timeOff.endsOn, day))

const isInLeave = sql`${sessions.localDate} between ${timeOff.startsOn} and ${timeOff.endsOn}`

/** The teachers who have named hours; most schools have none. */
const haveHours = and(
  own(school, teachers),
  sql`exists (select 1 from teacher_availability a
    where a.school_id = ${teachers.schoolId} and a.teacher_id = ${teachers.id})`,
)

const strandedQuery = queryEach((scope: "all" | "given", p: Params<Asked>) => {
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

// Lessons to come between which their teacher has no time for the way, because a site, a room's site or the minutes were
// set after they were scheduled.

/** So far ahead they are looked for: whoever changes sites today sees the next weeks, and each day one more. */
const daysAhead = 28

type Pair = {
  id: string
  roomId: string
  startsAt: number
  endsAt: number
  otherId: string
  otherRoomId: string
  otherStartsAt: number
  otherEndsAt: number
}

/**
 * The lessons that are too near to another of the same teacher at another site, where no one accepted that; of those given, at
 * any time, when some are. It begins at the rooms outside the largest site: a school with one has none.
 */
function listTooNear(actor: Actor, ids?: readonly string[]): string[] {
  const travel = findTravel(actor)
  if (!travel || new Set([...travel.siteOf.values()].map((site) => site.toLowerCase())).size < 2) return []
  const pairs = askAll<Pair>(ids ? amongThese(actor, travel, ids) : atSmallSites(actor, travel))
  const far = pairs.filter((pair) =>
    isTooFar(travel, pair, {
      roomId: pair.otherRoomId,
      startsAt: pair.otherStartsAt,
      endsAt: pair.otherEndsAt,
    }),
  )
  const found = new Set(far.flatMap(({ id, otherId }) => [id, otherId]))
  return ids ? ids.filter((id) => found.has(id)) : [...found]
}

const columns = sql`s.id, s.room_id as roomId, s.starts_at as startsAt, s.ends_at as endsAt, o.id as otherId,
  o.room_id as otherRoomId, o.starts_at as otherStartsAt, o.ends_at as otherEndsAt`

const isOpen = (lesson: SQL) => sql`${lesson}.state = 'planned' and ${lesson}.register_taken_at is null
  and ${lesson}.starts_at > ${now()} and instr(coalesce(${lesson}.kept_despite, ''), 'site') = 0`

/** Of a lesson `s` its teachers' bookings, and their other lessons `o` near it. Cross joins keep SQLite to this order. */
const nearOnes = ({ minutes }: Travel, siteRooms: SQL) => {
  const way = minutes * 60_000
  return sql`cross join bookings t on t.school_id = s.school_id and t.session_id = s.id and t.resource = 'teacher'
    cross join bookings u on u.school_id = t.school_id and u.resource = 'teacher' and u.resource_id = t.resource_id
      and u.starts_at > t.starts_at - ${way + longestSession * 60_000} and u.starts_at < t.ends_at + ${way}
      and u.ends_at > t.starts_at - ${way} and (u.ends_at <= t.starts_at or u.starts_at >= t.ends_at)
    cross join sessions o on o.school_id = u.school_id and o.id = u.session_id and o.room_id in ${siteRooms}
      and ${isOpen(sql`o`)}`
}

const asList = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

function amongThese(actor: Actor, travel: Travel, ids: readonly string[]): SQL {
  const siteRooms = asList([...travel.siteOf.keys()])
  return sql`select ${columns} from sessions s ${nearOnes(travel, siteRooms)}
    where s.school_id = ${actor.school.id} and s.id in ${asList(ids)} and s.room_id in ${siteRooms}
      and ${isOpen(sql`s`)}`
}

function atSmallSites(actor: Actor, travel: Travel): SQL {
  const small = asList(roomsOfSmallSites(travel))
  return sql`select ${columns} from bookings b
    cross join sessions s on s.school_id = b.school_id and s.id = b.session_id and ${isOpen(sql`s`)}
    ${nearOnes(travel, asList([...travel.siteOf.keys()]))}
    where b.school_id = ${actor.school.id} and b.resource = 'room' and b.resource_id in ${small}
      and b.starts_at > ${now()} and b.starts_at < ${now() + daysAhead * 86_400_000}`
}

/** Of two lessons at different sites one is in one of these rooms. */
function roomsOfSmallSites({ siteOf }: Travel): string[] {
  const rooms = new Map<string, string[]>()
  for (const [id, site] of siteOf) {
    const key = site.toLowerCase()
    rooms.set(key, [...(rooms.get(key) ?? []), id])
  }
  const [, ...small] = [...rooms.values()].sort((a, b) => b.length - a.length)
  return small.flat()
}

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
    day: todayOf(actor),
    present: now(),
    ids: JSON.stringify(ids ?? []),
  }
  strandedQuery(ids ? "given" : "all")
    .all(actor, asked)
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
    const kept = find(actor, sessions, id)
    const all = new Set([...(kept?.keptDespite?.split(" ") ?? []), ...causes])
    change(actor, sessions, id, { keptDespite: [...all].filter(Boolean).join(" "), keptReason: reason })
  }
}

/** Of leave, only what is within its hours; the other causes have no stretch. */
const isMissed = ({ date, startTime, minutes, startsOn, endsOn, fromTime, toTime }: FoundRow): boolean =>
  startsOn === null ||
  endsOn === null ||
  isAwayAt(
    { startsOn, endsOn, fromTime, toTime },
    { date, from: startTime, to: addMinutes(startTime, minutes) },
  )

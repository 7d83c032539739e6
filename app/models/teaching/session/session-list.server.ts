import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { anyCoTeachers, coTeachersColumn, parseCoTeachers } from "../co-teacher/co-teacher.server"
import { type ClashPair, listClashPairs, listClashPairsOf, listClashPairsOn } from "./clash-pairs.server"
import { onlyOf, ownOnly, type SessionFilter, type Whose, whoseOf, withCoTaught } from "./own-sessions.server"
import { registerStateAt, type SessionRow } from "./session"
import { isOnLeaveAlone, listPeople, namesOnLeave, notComing, studentsOf } from "./session-people.server"

export type { SessionFilter }

// Sessions as calendars, homes and the register page read them: two queries, however many sessions.

/**
 * The sessions from one date to another (both included), in order of time. A teacher sees only their own. Whoever has
 * the clashing pairs of these dates already hands them in.
 */
export function listSessionsOn(
  actor: Actor,
  from: string,
  to: string,
  filter: SessionFilter = {},
  pairs?: readonly ClashPair[],
): SessionRow[] {
  const isWhole = actor.role !== "teacher" && !filter.teacherId && !filter.roomId
  const known = pairs ?? (isWhole ? listClashPairsOn(actor, from, to) : undefined)
  return readSessions(actor, onDates(from, to, withCoTaught(actor, filter)), known)
}

/** The same without clashes, together with some more sessions that the actor may see. */
export function listSessionsOnWith(
  actor: Actor,
  from: string,
  to: string,
  ids: readonly string[],
): SessionRow[] {
  const { whose, teacherId } = whoseOf(actor)
  const rows = onDatesWithQuery(whose).all(actor, { teacherId, from, to, ids: JSON.stringify(ids) })
  return describe(actor, rows, [])
}

type Asked = { teacherId: string; from: string; to: string; ids: string }

const onDatesWithQuery = queryEach((whose: Whose, p: Params<Asked>, own, school) => {
  const ofDates = select({ id: sessions.id })
    .from(sessions)
    .where(and(own(sessions), between(sessions.localDate, p.from, p.to), onlyOf(whose, school, p.teacherId)))
  const which = sql`${sessions.id} in (${ofDates.getSQL()} union all select value from json_each(${p.ids}))`
  return sessionsQuery(school, which, { isById: true })
})

/** The planned lessons of a day, and how long they last together. */
export type DayLoad = { planned: number; minutes: number }

/** What a month shows of each day that has sessions, without reading the sessions. */
export function countDays(
  actor: Actor,
  from: string,
  to: string,
  filter: SessionFilter = {},
): Map<string, DayLoad> {
  const isPlanned = sql`(${sessions.state} = 'planned')`
  return new Map(
    ownRows(actor, sessions, {
      date: sessions.localDate,
      planned: sql<number>`sum(${isPlanned})`,
      minutes: sql<number>`sum(${isPlanned} * ${sessions.minutes})`,
    })
      .where(and(onDates(from, to, withCoTaught(actor, filter)), ownOnly(actor)))
      .groupBy(sessions.localDate)
      .all()
      .map(({ date, planned, minutes }) => [date, { planned, minutes }]),
  )
}

/** One session; undefined when it is not the school's, or not this teacher's. */
export function findSession(actor: Actor, sessionId: string): SessionRow | undefined {
  return listSessionsById(actor, [sessionId])[0]
}

/** The day of a session; undefined for the same. */
export function findSessionDate(actor: Actor, sessionId: string): string | undefined {
  const { whose, teacherId } = whoseOf(actor)
  return dateQuery(whose).get(actor, { sessionId, teacherId })?.localDate
}

const dateQuery = queryEach(
  (whose: Whose, p: Params<{ sessionId: string; teacherId: string }>, own, school) =>
    select({ localDate: sessions.localDate })
      .from(sessions)
      .where(and(own(sessions, p.sessionId), onlyOf(whose, school, p.teacherId))),
)

/** Sessions by id, in order of time; those that are not to be seen are left out. */
export function listSessionsById(
  actor: Actor,
  ids: readonly string[],
  pairs?: readonly ClashPair[],
): SessionRow[] {
  if (ids.length === 0) return []
  return describe(actor, findByIds(actor, ids, whoseOf(actor)), pairs)
}

/** The same for every actor, for the school's own mails and the check for clashes; not shown to a family. */
export function listSessionsToTell(actor: Actor, ids: readonly string[]): SessionRow[] {
  return ids.length === 0 ? [] : describe(actor, findByIds(actor, ids, { whose: "all", teacherId: "" }))
}

const findByIds = (
  actor: Actor,
  ids: readonly string[],
  { whose, teacherId }: { whose: Whose; teacherId: string },
): Found[] => byIdQuery(whose).all(actor, { teacherId, ids: JSON.stringify(ids) })

const byIdQuery = queryEach((whose: Whose, p: Params<{ teacherId: string; ids: string }>, _own, school) =>
  sessionsQuery(school, and(among(p.ids), onlyOf(whose, school, p.teacherId)), { isById: true }),
)

export function onDates(from: string, to: string, { teacherId, roomId, which }: SessionFilter = {}) {
  return and(
    which,
    between(sessions.localDate, from, to),
    teacherId ? eq(sessions.teacherId, teacherId) : undefined,
    roomId ? eq(sessions.roomId, roomId) : undefined,
  )
}

const among = (ids: Placeholder) => sql`${sessions.id} in (select value from json_each(${ids}))`

function readSessions(actor: Actor, which: SQL | undefined, pairs?: readonly ClashPair[]): SessionRow[] {
  const visible = and(which, ownOnly(actor))
  return describe(actor, sessionsQuery(actor, visible).all(), pairs, visible)
}

type Found = ReturnType<ReturnType<typeof sessionsQuery>["all"]>[number]

/** The sessions with their people and clashes; `which` are those that were asked for, where these aren't their ids. */
function describe(
  actor: Actor,
  found: readonly Found[],
  pairs?: readonly ClashPair[],
  which?: SQL,
): SessionRow[] {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const people = listPeople(actor, ids)
  const at = now()
  const mayClash = found.some(({ endsAt, registerTakenAt }) => endsAt > at && registerTakenAt === null)
  const clashing =
    pairs ?? (mayClash ? (which ? listClashPairs(actor, which) : listClashPairsOf(actor, ids)) : [])
  const clashes = new Map(clashing.map((pair) => [pair.sessionId, pair.resource]))
  return found.map((row) => {
    const attending = people.get(row.id) ?? []
    const isOpen = row.registerTakenAt === null && row.state !== "cancelled"
    const session: SessionRow = {
      id: row.id,
      classId: row.classId,
      className: row.className,
      kind: row.kind,
      instrument: row.instrument,
      capacity: row.capacity,
      teacherId: row.teacherId,
      teacherName: row.teacherName,
      roomId: row.roomId,
      roomName: row.roomName,
      localDate: row.localDate,
      startTime: row.startTime,
      minutes: row.minutes,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      state: row.state,
      cancelReason: row.cancelReason,
      onlineLink: row.onlineLink,
      ownLink: row.ownLink,
      revision: row.revision,
      students: studentsOf(attending),
      register: isOpen && isOnLeaveAlone(attending) ? "leave" : registerStateAt(row, at),
      notComing: isOpen ? notComing(attending) : [],
      clash: clashes.get(row.id) ?? null,
    }
    const onLeave = isOpen ? namesOnLeave(attending) : []
    if (onLeave.length > 0) session.onLeave = onLeave
    if (row.others !== "[]") session.coTeachers = parseCoTeachers(row.others)
    return session
  })
}

/** Exported for the test that reads its plan. */
export function sessionsQuery(owner: Owner, which: SQL | undefined, { isById = false } = {}) {
  return select({
    id: sessions.id,
    classId: sessions.classId,
    className: classes.name,
    ...columns(classes, "kind", "instrument", "capacity"),
    teacherId: sessions.teacherId,
    teacherName: teachers.name,
    others: sql<string>`iif(${anyCoTeachers(owner)}, ${coTeachersColumn}, '[]')`,
    roomId: sessions.roomId,
    roomName: rooms.name,
    ...columns(sessions, "localDate", "startTime", "minutes", "startsAt", "endsAt", "state", "cancelReason"),
    onlineLink: sql<string | null>`coalesce(${sessions.onlineLink}, ${classes.onlineLink})`,
    ownLink: sessions.onlineLink,
    revision: sessions.revision,
    registerTakenAt: sessions.registerTakenAt,
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(and(own(owner, sessions), which))
    .orderBy(...inOrderOfTime(isById))
}

// Sessions asked for by id are sorted after they were found: the plus keeps SQLite from walking through all the sessions of
// a school in the order of their dates. Those of a range of dates come in this order from the index.
const inOrderOfTime = (isById: boolean) =>
  isById
    ? [sql`+${sessions.localDate}`, sql`+${sessions.startsAt}`, sql`+${sessions.id}`]
    : [asc(sessions.localDate), asc(sessions.startsAt), asc(sessions.id)]

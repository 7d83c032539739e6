import { cacheUntilWrite } from "db/cache-until-write.server"
import { students } from "db/schema/people"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, between, desc, eq, gt, gte, lt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"

// When people come next: of a list's students or teachers each one's first planned session from now on, in one query.

type Whose = {
  resource: "student" | "teacher"
  ids: readonly string[]
  /** only this teacher's sessions */
  teacherId?: string | null
  /** only this class's */
  classId?: string | null
  /** from this instant on instead of now */
  from?: number
}

export type NextSession = { sessionId: string; localDate: string; startTime: string }

export function findNextSessions(
  actor: Actor,
  { resource, ids, teacherId = null, classId = null, from = nextMinute(now()) }: Whose,
): ReadonlyMap<string, NextSession> {
  return keepNext([actor.school.id, ids, resource, teacherId, classId, from], () => {
    const rows = nextQuery.all(actor, { resource, ids: JSON.stringify(ids), now: from, teacherId, classId })
    return new Map(rows.flatMap(({ id, next }) => (next ? [[id, next] as const] : [])))
  })
}

const keepNext = cacheUntilWrite<ReadonlyMap<string, NextSession>>(20)

/** Lessons begin on whole minutes: from the next one on there are the same as from now on. */
const nextMinute = (instant: number) => Math.ceil(instant / 60_000) * 60_000

/** Of one of them, by the index of bookings: it stops at the first that counts, however many are planned. */
const firstSession = (p: Params<Next>) =>
  select({ sessionId: bookings.sessionId })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .where(
      and(
        own(params().schoolId, bookings),
        eq(bookings.resource, p.resource),
        sql`${bookings.resourceId} = asked.value`,
        gte(bookings.startsAt, p.now),
        sql`(${sessions.teacherId} is coalesce(${p.teacherId}, ${sessions.teacherId})
          or exists (select 1 from class_teachers k where k.school_id = ${sessions.schoolId}
            and k.class_id = ${sessions.classId} and k.teacher_id = ${p.teacherId}
            and k.starts_on <= ${sessions.localDate} and (k.ends_on is null or k.ends_on >= ${sessions.localDate})
            and not exists (select 1 from co_substitutes r where r.school_id = k.school_id
              and r.session_id = ${sessions.id} and r.teacher_id = k.teacher_id))
          or exists (select 1 from co_substitutes r where r.school_id = ${sessions.schoolId}
            and r.session_id = ${sessions.id} and r.substitute_id = ${p.teacherId}))`,
        sql`${sessions.classId} is coalesce(${p.classId}, ${sessions.classId})`,
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(bookings.startsAt)
    .limit(1)

type Next = { resource: string; ids: string; now: number; teacherId: string | null; classId: string | null }
const nextQuery = query((p: Params<Next>, own) =>
  select({
    id: sql<string>`asked.value`,
    next: {
      sessionId: sessions.id,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
    },
  })
    // As one parameter, so that the query is the same however many they are.
    .from(sql`json_each(${p.ids}) asked`)
    // Left, so that SQLite begins with those who are asked about, with statistics and without.
    .leftJoin(sessions, and(own(sessions), sql`${sessions.id} = (${firstSession(p)})`)),
)

// Who has a planned lesson from some instant on. Nearly everyone has one in the next days; for whom there is none in them, the
// last lesson of all is looked for.

/** A week, and its weekday again: of who comes weekly, the lesson of today may be over. */
const daysAhead = 8

/** The students who have a planned lesson from now on, or from another instant. */
export function listComing(actor: Actor, from = now()): Set<string> {
  const coming = new Set(soonOf(actor).flatMap(({ id, startsAt }) => (startsAt >= from ? [id] : [])))
  const { all, last } = lastOf(actor)
  const others = all.filter((id) => !coming.has(id))
  findLast(
    actor,
    others.filter((id) => !last.has(id)),
    last,
  )
  for (const id of others) if ((last.get(id) ?? 0) >= from) coming.add(id)
  return coming
}

const keepAhead = cacheUntilWrite<readonly { id: string; startsAt: number }[]>(50)

/** Who is booked for a planned lesson of these days, and when it begins. */
function soonOf(actor: Actor) {
  const { id, timeZone } = actor.school
  const first = today(timeZone, now())
  return keepAhead([id, timeZone, first], () => {
    const after = instantOf(first, "00:00", timeZone) - 1
    const before = instantOf(addDays(first, daysAhead), "00:00", timeZone)
    return aheadQuery.all(actor, { first, last: addDays(first, daysAhead - 1), after, before })
  })
}

type Ahead = { first: string; last: string; after: number; before: number }
const aheadQuery = query((p: Params<Ahead>, own) =>
  select({ id: bookings.resourceId, startsAt: bookings.startsAt })
    .from(sessions)
    // Crossed: SQLite would begin with all bookings of a school.
    .crossJoin(bookings)
    .where(
      and(
        own(sessions),
        between(sessions.localDate, p.first, p.last),
        eq(sessions.state, "planned"),
        joined(bookings.sessionId, sessions.id),
        eq(bookings.resource, "student"),
        gt(bookings.startsAt, p.after),
        lt(bookings.startsAt, p.before),
      ),
    ),
)

/** All students, and when the last planned lesson begins of those it was looked for, null for none. */
type Last = { all: readonly string[]; last: Map<string, number | null> }

const keepLast = cacheUntilWrite<Last>(50)

const lastOf = (actor: Actor): Last =>
  keepLast([actor.school.id], () => ({
    all: idsQuery.all(actor).map(({ id }) => id),
    last: new Map(),
  }))

function findLast(actor: Actor, ids: readonly string[], last: Last["last"]) {
  if (ids.length === 0) return
  const rows = lastQuery.all(actor, { ids: JSON.stringify(ids) })
  for (const { id, startsAt } of rows) last.set(id, startsAt)
}

const idsQuery = query((_, own) => select({ id: students.id }).from(students).where(own(students)))

/** Of each by the index of bookings; it stops at the last that is planned. */
const lastSession = () =>
  select({ startsAt: bookings.startsAt })
    .from(bookings)
    // Crossed: SQLite would begin with all lessons of a school where statistics say that it has few.
    .crossJoin(sessions)
    .where(
      and(
        joined(sessions, bookings.sessionId),
        own(params().schoolId, bookings),
        eq(bookings.resource, "student"),
        sql`${bookings.resourceId} = asked.value`,
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(desc(bookings.startsAt))
    .limit(1)

const lastQuery = query((p: Params<{ ids: string }>) =>
  select({ id: sql<string>`asked.value`, startsAt: sql<number | null>`(${lastSession()})` }).from(
    sql`json_each(${p.ids}) asked`,
  ),
)

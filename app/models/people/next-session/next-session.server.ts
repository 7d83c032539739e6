import { db, prepareOnce } from "db/client.server"
import { keepOfPage } from "db/kept-tables.server"
import { students } from "db/schema/people"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { keepOnSigns } from "db/unchanged-months.server"
import { and, desc, eq, gte, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

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
  const schoolId = actor.school.id
  return keepNext([schoolId, ids, resource, teacherId, classId, from], () => {
    const rows = nextQuery().all({
      schoolId,
      resource,
      ids: JSON.stringify(ids),
      now: from,
      teacherId,
      classId,
    })
    return new Map(rows.flatMap(({ id, next }) => (next ? [[id, next] as const] : [])))
  })
}

const keepNext = keepOfPage<ReadonlyMap<string, NextSession>>([
  "bookings",
  "class_teachers",
  "co_substitutes",
  "sessions",
])

/** Lessons begin on whole minutes: from the next one on there are the same as from now on. */
const nextMinute = (instant: number) => Math.ceil(instant / 60_000) * 60_000

/** Of one of them, by the index of bookings: it stops at the first that counts, however many are planned. */
const firstSession = () =>
  db()
    .select({ sessionId: bookings.sessionId })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .where(
      and(
        own(sql.placeholder("schoolId"), bookings),
        eq(bookings.resource, sql.placeholder("resource")),
        sql`${bookings.resourceId} = asked.value`,
        gte(bookings.startsAt, sql.placeholder("now")),
        sql`(${sessions.teacherId} is coalesce(${sql.placeholder("teacherId")}, ${sessions.teacherId})
          or exists (select 1 from class_teachers k where k.school_id = ${sessions.schoolId}
            and k.class_id = ${sessions.classId} and k.teacher_id = ${sql.placeholder("teacherId")}
            and k.starts_on <= ${sessions.localDate} and (k.ends_on is null or k.ends_on >= ${sessions.localDate})
            and not exists (select 1 from co_substitutes r where r.school_id = k.school_id
              and r.session_id = ${sessions.id} and r.teacher_id = k.teacher_id))
          or exists (select 1 from co_substitutes r where r.school_id = ${sessions.schoolId}
            and r.session_id = ${sessions.id} and r.substitute_id = ${sql.placeholder("teacherId")}))`,
        sql`${sessions.classId} is coalesce(${sql.placeholder("classId")}, ${sessions.classId})`,
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(bookings.startsAt)
    .limit(1)

const nextQuery = prepareOnce(() =>
  db()
    .select({
      id: sql<string>`asked.value`,
      next: {
        sessionId: sessions.id,
        localDate: sessions.localDate,
        startTime: sessions.startTime,
      },
    })
    // As one parameter, so that the query is the same however many they are.
    .from(sql`json_each(${sql.placeholder("ids")}) asked`)
    // Left, so that SQLite begins with those who are asked about, with statistics and without.
    .leftJoin(
      sessions,
      and(own(sql.placeholder("schoolId"), sessions), sql`${sessions.id} = (${firstSession()})`),
    )
    .prepare(),
)

/** The students who have a planned lesson from now on, or from another instant. */
export function listComing(actor: Actor, from = now()): Set<string> {
  const last = lastSessions(actor)
  return new Set([...last].flatMap(([id, startsAt]) => (startsAt >= from ? [id] : [])))
}

const keepLast = keepOnSigns<ReadonlyMap<string, number>>(50)

/** When the last planned lesson of each student begins. It stays known while neither bookings nor the schedule change. */
function lastSessions(actor: Actor): ReadonlyMap<string, number> {
  const on = [{ sign: "lessons" }, { table: "bookings" }, { table: "students" }] as const
  return keepLast(actor.school.id, { key: "", on }, () => {
    const rows = lastQuery().all({ schoolId: actor.school.id })
    return new Map(rows.flatMap(({ id, startsAt }) => (startsAt === null ? [] : [[id, startsAt] as const])))
  })
}

/** Of each by the index of bookings; it stops at the last that is planned. */
const lastSession = () =>
  db()
    .select({ startsAt: bookings.startsAt })
    .from(bookings)
    // Crossed: SQLite would begin with all lessons of a school where statistics say that it has few.
    .crossJoin(sessions)
    .where(
      and(
        joined(sessions, bookings.sessionId),
        own(sql.placeholder("schoolId"), bookings),
        eq(bookings.resource, "student"),
        eq(bookings.resourceId, students.id),
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(desc(bookings.startsAt))
    .limit(1)

const lastQuery = prepareOnce(() =>
  db()
    .select({ id: students.id, startsAt: sql<number | null>`(${lastSession()})` })
    .from(students)
    .where(own(sql.placeholder("schoolId"), students))
    .prepare(),
)

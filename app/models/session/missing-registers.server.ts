import { db, prepareEach } from "db/client.server"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching"
import { and, asc, count, eq, isNull, lt, type SQL, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import type { SessionRow } from "./session"
import { listSessionsById } from "./session-list.server"

// Sessions that have ended without a register: what the office chases and a teacher still has to do.

export const missingPageSize = 25

/** How many sessions have ended without a register; for a teacher, of their own. */
export function countMissingRegisters(actor: Actor, teacherId?: string): number {
  return countQuery(whoseOf(actor, teacherId)).get(valuesOf(actor, teacherId))?.n ?? 0
}

/** Those sessions, the oldest first, 25 a page counted from 1. */
export function listMissingRegisters(
  actor: Actor,
  { teacherId, page = 1 }: { teacherId?: string; page?: number } = {},
): SessionRow[] {
  const rows = pageQuery(whoseOf(actor, teacherId)).all({
    ...valuesOf(actor, teacherId),
    offset: (page - 1) * missingPageSize,
  })
  return listSessionsById(
    actor,
    rows.map(({ id }) => id),
  )
}

/** Whose sessions: the school's, one teacher's, the member's own, or the member's own of one teacher. */
type Whose = "school" | "teacher" | "own" | "own teacher"

const whoseOf = ({ role }: Actor, teacherId: string | undefined): Whose =>
  role === "teacher" ? (teacherId ? "own teacher" : "own") : teacherId ? "teacher" : "school"

const valuesOf = ({ school, memberId }: Actor, teacherId: string | undefined) => ({
  schoolId: school.id,
  teacherId,
  memberId: memberId ?? "",
  now: now(),
})

const countQuery = prepareEach((whose: Whose) =>
  db()
    .select({ n: count() })
    .from(sessions)
    .leftJoin(teachers, and(eq(teachers.schoolId, sessions.schoolId), eq(teachers.id, sessions.teacherId)))
    .where(missing(whose))
    .prepare(),
)

const pageQuery = prepareEach((whose: Whose) =>
  db()
    .select({ id: sessions.id })
    .from(sessions)
    .leftJoin(teachers, and(eq(teachers.schoolId, sessions.schoolId), eq(teachers.id, sessions.teacherId)))
    .where(missing(whose))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .limit(missingPageSize)
    .offset(sql.placeholder("offset"))
    .prepare(),
)

/** In letters rather than as a parameter: SQLite can only then use the index of sessions without a register. */
const planned = sql`${sessions.state} = 'planned'`

const missing = (whose: Whose): SQL | undefined =>
  and(
    eq(sessions.schoolId, sql.placeholder("schoolId")),
    planned,
    isNull(sessions.registerTakenAt),
    lt(sessions.endsAt, sql.placeholder("now")),
    whose.endsWith("teacher") ? eq(sessions.teacherId, sql.placeholder("teacherId")) : undefined,
    whose.startsWith("own") ? eq(teachers.memberId, sql.placeholder("memberId")) : undefined,
  )

import { db } from "db/client.server"
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
  const found = db()
    .select({ n: count() })
    .from(sessions)
    .leftJoin(teachers, and(eq(teachers.schoolId, sessions.schoolId), eq(teachers.id, sessions.teacherId)))
    .where(missing(actor, teacherId))
    .get()
  return found?.n ?? 0
}

/** Those sessions, the oldest first, 25 a page counted from 1. */
export function listMissingRegisters(
  actor: Actor,
  { teacherId, page = 1 }: { teacherId?: string; page?: number } = {},
): SessionRow[] {
  const ids = db()
    .select({ id: sessions.id })
    .from(sessions)
    .leftJoin(teachers, and(eq(teachers.schoolId, sessions.schoolId), eq(teachers.id, sessions.teacherId)))
    .where(missing(actor, teacherId))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .limit(missingPageSize)
    .offset((page - 1) * missingPageSize)
    .all()
    .map(({ id }) => id)
  return listSessionsById(actor, ids)
}

/** In letters rather than as a parameter: SQLite can only then use the index of sessions without a register. */
const planned = sql`${sessions.state} = 'planned'`

function missing(actor: Actor, teacherId: string | undefined): SQL | undefined {
  return and(
    eq(sessions.schoolId, actor.school.id),
    planned,
    isNull(sessions.registerTakenAt),
    lt(sessions.endsAt, now()),
    teacherId ? eq(sessions.teacherId, teacherId) : undefined,
    actor.role === "teacher" ? eq(teachers.memberId, actor.memberId ?? "") : undefined,
  )
}

import { sessions } from "db/schema/teaching-sessions"
import { keepUnchanged } from "db/unchanged.server"
import { and, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { coTeachersOfDaysQuery } from "../co-teacher/co-teacher.server"
import type { ScoreBy } from "./score"
import { onDates } from "./session-list.server"

// The lines of a score are its teachers or its rooms. A large school has more of them than a page can carry, so it turns
// pages of lines: each shows all lessons of those it shows.

export const linesPerPage = 25
/** A week has a column for each day, so its lines are few. */
export const lanesPerPage = 6

export type ScheduleLines = {
  page: number
  /** How many lines have a session in this period. */
  total: number
  /** How many of all of them are a teacher or a room: a lesson without one has a line too. */
  named: number
  /** The keys of those it shows. */
  keys: ReadonlySet<string>
  /** Sessions on all lines by date: planned ones, and all. */
  planned: ReadonlyMap<string, number>
  sessions: number
  /** A condition on `sessions`: those of the lines on this page. */
  which: SQL
}

/** The lines of one page of a period, in the order of their names; those without a teacher or a room last. */
export function findLines(
  actor: Actor,
  { by, page, perPage, from, to }: { by: ScoreBy; page: number; perPage: number; from: string; to: string },
): ScheduleLines {
  const { rows, others } = keepLines([actor.school.id, by, from, to], () => ({
    rows: linesQuery(actor, by, from, to).all(),
    others: by === "teacher" ? coTeachersOfDaysQuery(actor, from, to).all() : [],
  }))
  const names = new Map<string, string | null>(others.map(({ id, name }) => [id, name]))
  const planned = new Map<string, number>()
  for (const row of rows) {
    names.set(row.id ?? "", row.name)
    planned.set(row.date, (planned.get(row.date) ?? 0) + row.planned)
  }
  const last = Math.max(1, Math.ceil(names.size / perPage))
  const shownPage = Math.min(page, last)
  const ids = [...names]
    .sort(([, a], [, b]) => (a === null ? 1 : b === null ? -1 : a.localeCompare(b)))
    .slice((shownPage - 1) * perPage, shownPage * perPage)
    .map(([id]) => id)
  const shown = new Set(ids)
  const beside = new Set(others.filter(({ id }) => shown.has(id)).map(({ sessionId }) => sessionId))
  const line = by === "teacher" ? sessions.teacherId : sessions.roomId
  const isOfLine = sql`coalesce(${line}, '') in ${listOf(ids)}`
  return {
    page: shownPage,
    total: names.size,
    named: names.size - (names.has("") ? 1 : 0),
    keys: new Set(ids.map((id) => id || "none")),
    planned,
    sessions: rows.reduce((sum, { count }) => sum + count, 0),
    which: beside.size === 0 ? isOfLine : sql`(${isOfLine} or ${sessions.id} in ${listOf([...beside])})`,
  }
}

const listOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Those of everyone, which the pages of a week share. */
const keepLines = keepUnchanged<{ rows: readonly LineRow[]; others: readonly CoTaught[] }>(20)

type LineRow = { id: string | null; name: string | null; date: string; count: number; planned: number }
type CoTaught = { sessionId: string; id: string; name: string }

/** Sessions by day and line, each counted with its own teacher. Exported for the test that reads its plan. */
export const linesQuery = (actor: Actor, by: ScoreBy, from: string, to: string) =>
  by === "teacher"
    ? select({ ...counted, id: sessions.teacherId, name: teacherName })
        .from(sessions)
        .where(and(own(actor, sessions), onDates(from, to)))
        .groupBy(sessions.localDate, sessions.teacherId)
    : select({ ...counted, id: sessions.roomId, name: roomName })
        .from(sessions)
        .where(and(own(actor, sessions), onDates(from, to)))
        .groupBy(sessions.localDate, sessions.roomId)

/** Looked up for each group, not for each session. */
const teacherName = sql<string | null>`(select t.name from teachers t
  where t.school_id = sessions.school_id and t.id = sessions.teacher_id)`
const roomName = sql<string | null>`(select r.name from rooms r
  where r.school_id = sessions.school_id and r.id = sessions.room_id)`

const counted = {
  date: sessions.localDate,
  count: sql<number>`count(*)`,
  planned: sql<number>`sum(${sessions.state} = 'planned')`,
}

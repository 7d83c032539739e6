import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { keepOfSchool } from "db/unchanged.server"
import { and, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { coTeachersColumn, givenByAny, parseCoTeachers } from "../co-teacher/co-teacher.server"
import type { ScoreBy } from "./score"
import { onDates } from "./session-list.server"

// The lines of a score are its teachers or its rooms. A large school has more of them than a page can carry, so it turns
// pages of lines: each shows all lessons of those it shows.

export const linesPerPage = 25
/** A week has a column for each day, so its lines are few. */
export const lanesPerPage = 6

export type ScheduleLines = {
  page: number
  perPage: number
  /** How many lines have a session in this period, and how many of them this page shows. */
  total: number
  /** How many of all of them are a teacher or a room: a lesson without one has a line too. */
  named: number
  shown: number
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
  {
    by,
    page,
    perPage,
    from,
    to,
    which,
  }: { by: ScoreBy; page: number; perPage: number; from: string; to: string; which?: SQL },
): ScheduleLines {
  const read = () => linesQuery(actor, by, from, to, which).all()
  const rows = which ? read() : keepRows([actor.school.id, by, from, to], read)
  const lines = new Map<string, { id: string; name: string | null }>()
  const planned = new Map<string, number>()
  for (const row of rows) {
    const id = row.id ?? ""
    lines.set(id, { id, name: row.name })
    for (const others of row.others?.split("\n") ?? [])
      for (const other of parseCoTeachers(others)) lines.set(other.id, other)
    planned.set(row.date, (planned.get(row.date) ?? 0) + row.planned)
  }
  const last = Math.max(1, Math.ceil(lines.size / perPage))
  const shownPage = Math.min(page, last)
  const ids = [...lines.values()]
    .sort((a, b) => (a.name === null ? 1 : b.name === null ? -1 : a.name.localeCompare(b.name)))
    .slice((shownPage - 1) * perPage, shownPage * perPage)
    .map(({ id }) => id)
  return {
    page: shownPage,
    perPage,
    total: lines.size,
    named: lines.size - (lines.has("") ? 1 : 0),
    shown: ids.length,
    keys: new Set(ids.map((id) => id || "none")),
    planned,
    sessions: rows.reduce((sum, { count }) => sum + count, 0),
    which:
      by === "teacher"
        ? givenByAny(actor, ids)
        : sql`coalesce(${sessions.roomId}, '') in (select value from json_each(${JSON.stringify(ids)}))`,
  }
}

/** Those of everyone, which the pages of a week share. */
const keepRows = keepOfSchool<readonly LineRow[]>(20)

type LineRow = {
  id: string | null
  name: string | null
  others: string | null
  date: string
  count: number
  planned: number
}

/** Sessions by day and line, each counted with its own teacher. Exported for the test that reads its plan. */
export const linesQuery = (actor: Actor, by: ScoreBy, from: string, to: string, which?: SQL) =>
  by === "teacher"
    ? db()
        .select({ ...counted, id: sessions.teacherId, name: teachers.name, others: othersOfLine })
        .from(sessions)
        .leftJoin(teachers, joined(teachers, sessions.teacherId))
        .where(and(own(actor, sessions), onDates(from, to, { which })))
        .groupBy(sessions.localDate, sessions.teacherId)
    : db()
        .select({ ...counted, id: sessions.roomId, name: rooms.name, others: sql<null>`null` })
        .from(sessions)
        .leftJoin(rooms, joined(rooms, sessions.roomId))
        .where(and(own(actor, sessions), onDates(from, to, { which })))
        .groupBy(sessions.localDate, sessions.roomId)

/** Who else gives the sessions of a line, a line of JSON for each session that others give, too. */
const othersOfLine = sql<string | null>`group_concat(nullif(${coTeachersColumn}, '[]'), char(10))`

const counted = {
  date: sessions.localDate,
  count: sql<number>`count(*)`,
  planned: sql<number>`sum(${sessions.state} = 'planned')`,
}

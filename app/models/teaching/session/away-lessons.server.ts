import { sessions } from "db/schema/teaching-sessions"
import { and } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { addMinutes } from "~/utils/clock-times"
import { isAwayAt, type TimeOff } from "../teacher-time/teacher-time"
import type { SessionRow } from "./session"

// Lessons that are still on the schedule though one of their teachers has approved time off.

/** Says of the lessons to come in which a teacher is away who it is; not of what someone kept despite that. */
export function withAway(actor: Actor, rows: SessionRow[], away: readonly TimeOff[]): SessionRow[] {
  if (away.length === 0) return rows
  const found = new Map(
    rows.flatMap((row) => {
      if (row.register !== "expected" && row.register !== "live") return []
      const span = { date: row.localDate, from: row.startTime, to: addMinutes(row.startTime, row.minutes) }
      const teachers = [row.teacherId, ...(row.coTeachers ?? []).map(({ id }) => id)]
      const off = away.find((each) => teachers.includes(each.teacherId) && isAwayAt(each, span))
      const cause = off?.teacherId === row.teacherId ? "leave" : "co-away"
      return off ? [[row.id, { row: { ...row, away: off.teacherName }, cause }] as const] : []
    }),
  )
  for (const { id, despite } of listKept(actor, [...found.keys()]))
    if (despite?.split(" ").includes(found.get(id)?.cause ?? "")) found.delete(id)
  return rows.map((row) => found.get(row.id)?.row ?? row)
}

function listKept(actor: Actor, ids: readonly string[]) {
  if (ids.length === 0) return []
  return select({ id: sessions.id, despite: sessions.keptDespite })
    .from(sessions)
    .where(and(own(actor, sessions), among(sessions.id, ids)))
    .all()
}

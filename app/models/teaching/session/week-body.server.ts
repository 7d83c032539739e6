import { sessions } from "db/schema/teaching-sessions"
import { findOpening } from "~/models/accounts/school/opening.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { addMinutes } from "~/utils/clock-times"
import { weekday } from "~/utils/dates"
import { listAllHours } from "../teacher-time/availability.server"
import { isAwayAt, type TimeOff } from "../teacher-time/teacher-time"
import type { ScheduleQuery } from "./schedule-period"
import { type LinesShown, weekRange } from "./score"
import type { SessionRow } from "./session"
import { type DayFacts, lanesOf, weekOf } from "./week"

// What a week of the schedule shows beside its lessons: approved time off, and how far teaching hours and opening hours
// reach.

type Facts = {
  days: DayFacts[]
  /** Teachers or rooms that have a lane even without a lesson. */
  lines: { id: string; name: string }[]
  shown: LinesShown
  /** Approved time off in these days. */
  away: readonly TimeOff[]
  instruments: ReadonlyMap<string, string>
  today: string
  at: number
}

export function findWeek(
  actor: Actor,
  { by, date }: ScheduleQuery,
  { days, lines, shown, away, instruments, today, at }: Facts,
) {
  const hours = listAllHours(actor)
  const known = lines.map(({ id, name }) => ({ id, name, expression: instruments.get(id) ?? "" }))
  const rows = days.flatMap(({ sessionsOn }) => sessionsOn)
  const lanes = lanesOf(rows, { by, known, shown })
  const opening = findOpening(actor)
  const weekdays = new Set<number>(days.map((day) => weekday(day.date)))
  const taught =
    by === "teacher"
      ? lanes.flatMap(({ key }) => hours.get(key) ?? [])
      : opening
        ? []
        : [...hours.values()].flat()
  const range = weekRange(rows, [
    ...taught.filter((each) => weekdays.has(each.weekday)),
    ...(opening ? [{ fromTime: opening.opensAt, toTime: opening.closesAt }] : []),
  ])
  const facts = { by, range, shown, known, hours, date, today, zone: actor.school.timeZone, at }
  return {
    kind: "week" as const,
    isEmpty: false,
    columns: range.columns,
    firstHour: range.firstHour,
    hours: range.hours,
    ...weekOf(days, { ...facts, away: by === "teacher" ? away : [] }),
  }
}

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
  return ownRows(actor, sessions, { id: sessions.id, despite: sessions.keptDespite })
    .where(among(sessions.id, ids))
    .all()
}

import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, sql } from "drizzle-orm"
import { findOpening } from "~/models/accounts/school/opening.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { addMinutes } from "~/utils/clock-times"
import { weekday } from "~/utils/dates"
import { listAllHours } from "../teacher-time/availability.server"
import { isAwayAt, type TimeOff } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import type { ScheduleQuery } from "./schedule-period"
import { type LinesShown, weekRange } from "./score"
import type { SessionRow } from "./session"
import { type DayFacts, lanesOf, weekOf } from "./week"

// What a week of the schedule shows beside its lessons: approved time off, the lessons that fall into it, and how far
// teaching hours and opening hours reach.

type Facts = {
  days: DayFacts[]
  /** Teachers or rooms that have a lane even without a lesson. */
  lines: { id: string; name: string }[]
  shown: LinesShown
  instruments: ReadonlyMap<string, string>
  today: string
  at: number
}

export function findWeek(
  actor: Actor,
  { by, date }: ScheduleQuery,
  { days, lines, shown, instruments, today, at }: Facts,
) {
  const [from, to] = [days[0]?.date, days.at(-1)?.date]
  const away = listTimeOff(actor, { from, to, states: ["approved"] })
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
  const marked = withAway(actor, rows, away)
  return {
    kind: "week" as const,
    isEmpty: false,
    columns: range.columns,
    firstHour: range.firstHour,
    hours: range.hours,
    ...weekOf(
      days.map((day) => ({ ...day, sessionsOn: day.sessionsOn.map((row) => marked.get(row.id) ?? row) })),
      { ...facts, away: by === "teacher" ? away : [] },
    ),
  }
}

/** The lessons to come in which a teacher is away, with who it is; what someone kept despite that isn't among them. */
function withAway(
  actor: Actor,
  rows: readonly SessionRow[],
  away: readonly TimeOff[],
): ReadonlyMap<string, SessionRow> {
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
  return new Map([...found].map(([id, { row }]) => [id, row]))
}

function listKept(actor: Actor, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db()
    .select({ id: sessions.id, despite: sessions.keptDespite })
    .from(sessions)
    .where(
      and(own(actor, sessions), sql`${sessions.id} in (select value from json_each(${JSON.stringify(ids)}))`),
    )
    .all()
}

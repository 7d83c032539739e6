import { findOpening } from "~/models/accounts/school/opening.server"
import type { Actor } from "~/models/foundation/access/actor"
import { weekday } from "~/utils/dates"
import { listAllHours } from "../teacher-time/availability.server"
import type { TimeOff } from "../teacher-time/teacher-time"
import type { ScheduleQuery } from "./schedule-period"
import { type LinesShown, weekRange } from "./score"
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

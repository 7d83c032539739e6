import { timeOff } from "db/schema/teaching-teacher-time"
import { and, eq, gte, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, weekday } from "~/utils/dates"
import { listClosures } from "../closure/closure.server"
import { listHours } from "./availability.server"
import type { AvailableTime, Away } from "./teacher-time"

// The hours in which teachers can be given lessons, on real days: their weekly hours less closures and approved time off.

type Span = { first: string; last: string }

/** A teacher's stretches on the days of a span, in order, each with what is left of it. */
export function listAvailableTime(actor: Actor, teacherId: string, { first, last }: Span): AvailableTime[] {
  const hours = listHours(actor, teacherId)
  if (hours.length === 0) return []
  const open = new Set(openDays(actor, { first, last }))
  const leave = listLeave(actor, { first, last }, teacherId)
  const found: AvailableTime[] = []
  for (let date = first; date <= last; date = addDays(date, 1))
    for (const { id, fromTime, toTime } of hours.filter((each) => each.weekday === weekday(date))) {
      const [from, to] = [minutesOfDay(fromTime), minutesOfDay(toTime)]
      const isClosed = !open.has(date)
      const minutes = isClosed ? 0 : freeMinutes({ day: date, from, to }, leave)
      found.push({
        id,
        date,
        fromTime,
        toTime,
        minutes,
        awayMinutes: isClosed ? 0 : to - from - minutes,
        isClosed,
      })
    }
  return found
}

/** Minutes of a stretch of a day in which the teacher isn't away. */
export function freeMinutes(
  { day, from, to }: { day: string; from: number; to: number },
  leave: readonly Away[],
): number {
  const away = leave
    .filter(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
    .map(({ startsOn, endsOn, fromTime, toTime }) => ({
      from: Math.max(from, day === startsOn && fromTime ? minutesOfDay(fromTime) : 0),
      to: Math.min(to, day === endsOn && toTime ? minutesOfDay(toTime) : 1440),
    }))
    .filter((gone) => gone.from < gone.to)
    .sort((a, b) => a.from - b.from)
  let free = to - from
  let behind = from
  for (const gone of away) {
    free -= Math.max(0, gone.to - Math.max(behind, gone.from))
    behind = Math.max(behind, gone.to)
  }
  return free
}

/** The days of a span without a closure. */
export function openDays(actor: Actor, { first, last }: Span): string[] {
  const closed = listClosures(actor, first, last)
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1))
    if (!closed.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)) days.push(day)
  return days
}

/** Approved time off that touches a span, of everyone or of one teacher. */
export const listLeave = (actor: Actor, { first, last }: Span, teacherId?: string) =>
  leaveQuery(teacherId === undefined ? "all" : "one").all(actor, { first, last, teacherId })

type Asked = Params<Span & { teacherId: string | undefined }>
const leaveQuery = queryEach((whose: "all" | "one", p: Asked, own) =>
  select(columns(timeOff, "teacherId", "startsOn", "endsOn", "fromTime", "toTime"))
    .from(timeOff)
    .where(
      and(
        own(timeOff),
        whose === "one" ? eq(timeOff.teacherId, p.teacherId) : undefined,
        eq(timeOff.state, "approved"),
        lte(timeOff.startsOn, p.last),
        gte(timeOff.endsOn, p.first),
      ),
    ),
)

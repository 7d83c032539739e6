import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { weekday } from "~/utils/dates"
import type { Taught, TaughtPart } from "./taught"

// The direct count of what was taught, day by day: the one definition behind every sum that is kept. Only sessions that
// ended and were not canceled are lessons that were given; marks count of every session.

type Day = { day: string }

/** What was taught on each of some days; a day without lessons is left out. */
export function countTaught(actor: Actor, days: readonly string[]): Map<string, Taught> {
  const counted = countMarked(actor, days)
  if (days.length === 0) return counted
  const of = (day: string) => {
    const known = counted.get(day) ?? { marked: 0, attended: 0, parts: [], hours: [] }
    counted.set(day, known)
    return known
  }
  for (const { day, ...part } of listParts(actor, days)) of(day).parts.push(part)
  for (const { day, hour, minutes } of listHours(actor, days))
    of(day).hours.push({ weekday: weekday(day), hour, minutes })
  return counted
}

/** The same with marks alone: no parts and no hours. */
export function countMarked(actor: Actor, days: readonly string[]): Map<string, Taught> {
  if (days.length === 0) return new Map()
  const rows = askAll<Day & { marked: number; attended: number }>(sql`
    select x.local_date as day, sum(x.marked_count) as marked, sum(x.attended_count) as attended
    from json_each(${JSON.stringify(days)}) d
    cross join sessions x on x.school_id = ${actor.school.id} and x.local_date = d.value and x.marked_count > 0
    group by x.local_date`)
  return new Map(rows.map(({ day, ...marks }) => [day, { ...marks, parts: [], hours: [] }]))
}

const given = (actor: Actor, days: readonly string[]) => sql`
  from json_each(${JSON.stringify(days)}) d
  cross join sessions x on x.school_id = ${actor.school.id} and x.local_date = d.value
    and x.state = 'planned' and x.ends_at <= ${now()}`

/** What each teacher gave of each instrument. The charges are added up once: otherwise again for every lesson. */
const listParts = (actor: Actor, days: readonly string[]) =>
  askAll<Day & TaughtPart>(sql`
    with given as materialized (
      select x.id, x.local_date, x.teacher_id, x.class_id, x.minutes, x.attended_count, x.marked_count
      ${given(actor, days)}
    ), charged as materialized (
      select s.session_id, sum(h.amount_minor) as minor
      from given g
      cross join seats s on s.school_id = ${actor.school.id} and s.session_id = g.id
      cross join charges h on h.school_id = s.school_id and h.seat_id = s.id and h.withdrawn_at is null
      group by s.session_id
    )
    select g.local_date as day, g.teacher_id as teacherId, c.instrument, count(*) as sessions,
      sum(g.minutes) as minutes, sum(g.attended_count) as attended, sum(g.marked_count) as marks,
      coalesce(sum(h.minor), 0) as chargedMinor
    from given g
    join classes c on c.school_id = ${actor.school.id} and c.id = g.class_id
    left join charged h on h.session_id = g.id
    group by g.local_date, g.teacher_id, c.instrument`)

const listHours = (actor: Actor, days: readonly string[]) =>
  askAll<Day & { hour: number; minutes: number }>(sql`
    select x.local_date as day, cast(substr(x.start_time, 1, 2) as integer) as hour, sum(x.minutes) as minutes
    ${given(actor, days)} group by 1, 2 order by 1, 2`)

import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import type { MonthSpan } from "../dashboard/trends.server"

// How the teaching went: by teacher, by instrument, by class, by hour of the week. Only sessions that ended and were
// not canceled are lessons that were given.

export type TeachingRow = {
  /** The teacher's id or the instrument; null for sessions without one. */
  id: string | null
  name: string
  sessions: number
  minutes: number
  /** Share of marked seats that were attended, whole percent; null without marks. Canceled seats do not count. */
  attendedPercent: number | null
  /** What these lessons cost families, minor units: charges that stand. */
  chargedMinor: number
}

const givenIn = (actor: Actor, { first, last }: MonthSpan) => sql`
  x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
  and x.state = 'planned' and x.ends_at <= ${now()}`

/** Lessons given in the period, summed up by teacher. */
export const teachingByTeacher = (actor: Actor, span: MonthSpan): TeachingRow[] =>
  rowsBy(listTaught(actor, span), (part) => [part.teacherId, part.teacherName ?? "No teacher"])

/** Lessons given in the period, summed up by the class's instrument. */
export const teachingByInstrument = (actor: Actor, span: MonthSpan): TeachingRow[] =>
  rowsBy(listTaught(actor, span), ({ instrument }) => [instrument, instrument ?? "No instrument"])

/** Both, from one reading of the lessons. */
export function teachingBoth(actor: Actor, span: MonthSpan) {
  const taught = listTaught(actor, span)
  return {
    byTeacher: rowsBy(taught, (part) => [part.teacherId, part.teacherName ?? "No teacher"]),
    byInstrument: rowsBy(taught, ({ instrument }) => [instrument, instrument ?? "No instrument"]),
  }
}

type Taught = {
  teacherId: string | null
  teacherName: string | null
  instrument: string | null
  sessions: number
  minutes: number
  attended: number
  marks: number
  chargedMinor: number
}

/** What each teacher gave of each instrument. The charges are added up once: otherwise again for every lesson. */
const listTaught = (actor: Actor, span: MonthSpan): Taught[] =>
  db().all<Taught>(sql`
    with given as materialized (
      select x.id, x.teacher_id, x.class_id, x.minutes, x.attended_count, x.marked_count
      from sessions x where ${givenIn(actor, span)}
    ), charged as materialized (
      select s.session_id, sum(h.amount_minor) as minor
      from given g
      cross join seats s on s.school_id = ${actor.school.id} and s.session_id = g.id
      cross join charges h on h.school_id = s.school_id and h.seat_id = s.id and h.withdrawn_at is null
      group by s.session_id
    )
    select g.teacher_id as teacherId, t.name as teacherName, c.instrument, count(*) as sessions,
      sum(g.minutes) as minutes, sum(g.attended_count) as attended, sum(g.marked_count) as marks,
      coalesce(sum(h.minor), 0) as chargedMinor
    from given g
    join classes c on c.school_id = ${actor.school.id} and c.id = g.class_id
    left join teachers t on t.school_id = ${actor.school.id} and t.id = g.teacher_id
    left join charged h on h.session_id = g.id
    group by g.teacher_id, c.instrument`)

/** The rows of a table, most minutes first. */
function rowsBy(
  taught: readonly Taught[],
  keyOf: (part: Taught) => [id: string | null, name: string],
): TeachingRow[] {
  const rows = [...groupBy(taught, (part) => keyOf(part)[0])].map(([id, parts]): TeachingRow => {
    const sum = (figure: "sessions" | "minutes" | "attended" | "marks" | "chargedMinor") =>
      parts.reduce((total, part) => total + part[figure], 0)
    const [marks, attended] = [sum("marks"), sum("attended")]
    return {
      id,
      name: parts[0] ? keyOf(parts[0])[1] : "",
      sessions: sum("sessions"),
      minutes: sum("minutes"),
      attendedPercent: marks === 0 ? null : Math.round((100 * attended) / marks),
      chargedMinor: sum("chargedMinor"),
    }
  })
  return rows.sort((a, b) => b.minutes - a.minutes || a.name.localeCompare(b.name, "en"))
}

/** How many lessons were given in the period, and their minutes. */
export const sumTaught = (actor: Actor, span: MonthSpan): { sessions: number; minutes: number } =>
  db().get(sql`select count(*) as sessions, coalesce(sum(x.minutes), 0) as minutes from sessions x
    where ${givenIn(actor, span)}`)

export type FillRow = { classId: string; name: string; enrolled: number; capacity: number }

/** Groups and ensembles with how many places are taken today, emptiest first. */
export function fillRates(actor: Actor): FillRow[] {
  const day = today(actor.school.timeZone, now())
  return db().all<FillRow>(sql`
    select c.id as classId, c.name, c.capacity,
      (select count(*) from enrollments e where e.school_id = c.school_id and e.class_id = c.id
        and e.starts_on <= ${day} and (e.ends_on is null or e.ends_on >= ${day})) as enrolled
    from classes c
    where c.school_id = ${actor.school.id} and c.capacity > 1 and (c.ended_on is null or c.ended_on >= ${day})
    order by 1.0 * enrolled / c.capacity, c.name`)
}

export type HourCell = { weekday: number; hour: number; minutes: number }

/** Minutes taught in the period by weekday (1 is Monday, 7 Sunday) and the hour a lesson begins. */
export function hoursOfTheWeek(actor: Actor, span: MonthSpan): HourCell[] {
  return db().all<HourCell>(sql`
    select (cast(strftime('%w', x.local_date) as integer) + 6) % 7 + 1 as weekday,
      cast(substr(x.start_time, 1, 2) as integer) as hour, sum(x.minutes) as minutes
    from sessions x where ${givenIn(actor, span)} group by 1, 2 order by 1, 2`)
}

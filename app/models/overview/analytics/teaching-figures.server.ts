import { db } from "db/client.server"
import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
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
  sumTeaching(actor, span, sql`t.id`, sql`coalesce(t.name, 'No teacher')`)

/** Lessons given in the period, summed up by the class's instrument. */
export const teachingByInstrument = (actor: Actor, span: MonthSpan): TeachingRow[] =>
  sumTeaching(actor, span, sql`c.instrument`, sql`coalesce(c.instrument, 'No instrument')`)

/** The parts are made once each: otherwise all of them are made again for every lesson. */
function sumTeaching(actor: Actor, span: MonthSpan, id: SQL, name: SQL): TeachingRow[] {
  return db().all<TeachingRow>(sql`
    with given as materialized (
      select x.id, x.minutes, ${id} as groupId, ${name} as groupName
      from sessions x
      join classes c on c.school_id = x.school_id and c.id = x.class_id
      left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
      where ${givenIn(actor, span)}
    ), marked as materialized (
      select s.session_id, sum(m.counts_as_attended) as attended, count(*) as marks
      from given g
      cross join seats s on s.school_id = ${actor.school.id} and s.session_id = g.id
      cross join marks m on m.school_id = s.school_id and m.seat_id = s.id and m.superseded_at is null
      where m.code <> 'cancelled' group by s.session_id
    ), charged as materialized (
      select s.session_id, sum(h.amount_minor) as minor
      from given g
      cross join seats s on s.school_id = ${actor.school.id} and s.session_id = g.id
      cross join charges h on h.school_id = s.school_id and h.seat_id = s.id and h.withdrawn_at is null
      group by s.session_id
    )
    select g.groupId as id, g.groupName as name, count(*) as sessions, sum(g.minutes) as minutes,
      cast(round(100.0 * sum(k.attended) / sum(k.marks)) as integer) as attendedPercent,
      coalesce(sum(h.minor), 0) as chargedMinor
    from given g left join marked k on k.session_id = g.id left join charged h on h.session_id = g.id
    group by g.groupId, g.groupName order by minutes desc, name`)
}

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

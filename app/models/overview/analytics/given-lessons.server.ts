import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import type { Span } from "../lesson-totals/lesson-totals"
import type { Narrowing } from "./analytics-period"
import type { Counted } from "./counted"
import { listIncome } from "./margin.server"
import { narrowedTo } from "./narrow.server"

// The lessons behind what was taught: those that the sums of ../lesson-totals count, one by one.

/** More lessons than these are summed up by teacher and day: no one reads them one by one. */
const mostListed = 50_000

/** The lessons given, and what families were charged for lessons with attendance. */
export const listLessons = (
  actor: Actor,
  span: Span,
  narrowing: Narrowing,
  sees: { money: boolean },
): Counted[] => [
  ...listGiven(actor, span, narrowing, ["taught-lessons", "taught-hours"]),
  ...(sees.money ? listIncome(actor, span, narrowing) : []),
]

/**
 * Lessons that have ended and weren't canceled; a row for each teacher and day where there are too many. `part` asks for
 * those of a weekday alone, "1" is Monday, or that begin in one of its hours, "1 15".
 */
export function listGiven(
  actor: Actor,
  { first, last }: Span,
  narrowing: Narrowing,
  of: Counted["of"],
  part?: string,
): Counted[] {
  const instrument = sql`(select k.instrument from classes k
    where k.school_id = x.school_id and k.id = x.class_id)`
  const given = sql`where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
    and x.state = 'planned' and x.ends_at <= ${now()}
    ${part ? beginningIn(part) : sql``}
    ${narrowedTo(narrowing, { teacher: sql`x.teacher_id`, instrument })}`
  const isByDay = askAll(sql`select x.id from sessions x ${given} limit 1 offset ${mostListed}`).length > 0
  const rows = askAll<GivenRow>(
    isByDay
      ? sql`select min(x.id) as sessionId, x.local_date as "on", '' as name, count(*) as lessons,
          sum(x.minutes) as minutes, x.teacher_id as teacherId, t.name as teacherName, null as instrument
          from sessions x
          left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
          ${given} group by x.local_date, x.teacher_id`
      : sql`select x.id as sessionId, x.local_date as "on", c.name, 1 as lessons, x.minutes,
          x.teacher_id as teacherId, t.name as teacherName, c.instrument
          from sessions x
          cross join classes c on c.school_id = x.school_id and c.id = x.class_id
          left join teachers t on t.school_id = x.school_id and t.id = x.teacher_id
          ${given} order by x.local_date, x.starts_at, x.id`,
  )
  return rows.map(
    ({ sessionId, on, name, lessons, minutes, teacherId, teacherName, ...row }): Counted => ({
      of,
      page: { noun: "lesson", id: sessionId },
      name: isByDay ? countOf(lessons, "lesson") : name,
      on,
      detail: "",
      teacher: teacherId ? { id: teacherId, name: teacherName ?? "" } : null,
      instrument: row.instrument,
      minutes,
      amountMinor: null,
      count: lessons,
      part,
    }),
  )
}

function beginningIn(part: string) {
  const [day, hour] = part.split(" ").map(Number)
  return sql`and 1 + (cast(strftime('%w', x.local_date) as integer) + 6) % 7 = ${day}
    ${hour === undefined ? sql`` : sql`and cast(substr(x.start_time, 1, 2) as integer) = ${hour}`}`
}

type GivenRow = {
  sessionId: string
  on: string
  name: string
  lessons: number
  minutes: number
  teacherId: string | null
  teacherName: string | null
  instrument: string | null
}

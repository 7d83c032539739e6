import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { teacherNames } from "~/models/people/teacher/teacher-names.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import type { Span, Taught, TaughtPart } from "../taught/taught"
import { type Narrowing, none } from "./analytics-period"
import { readIncome } from "./margin-sums.server"
import { narrowedTo } from "./narrow.server"

// How the teaching went: what was taught in a period, by teacher and by instrument, and when.

export type TeachingRow = {
  /** The teacher's id or the instrument; null for sessions without one. */
  id: string | null
  name: string
  sessions: number
  minutes: number
  /** Share of marked seats that were attended, whole percent; null without marks. Canceled seats do not count. */
  attendedPercent: number | null
  /** What families were charged for them, minor units: the same as in the margin. */
  chargedMinor: number
}

/** The teachers of what was taught, most minutes first. */
export function byTeacher(actor: Actor, { parts }: Taught): TeachingRow[] {
  const names = teacherNames(actor)
  const nameOf = (id: string | null) => (id === null ? undefined : names.get(id)) ?? "No teacher"
  return rowsBy(parts, ({ teacherId }) => [teacherId, nameOf(teacherId)])
}

/** The instruments of the classes of what was taught, most minutes first. */
export const byInstrument = ({ parts }: Taught): TeachingRow[] =>
  rowsBy(parts, ({ instrument }) => [instrument, instrument ?? "No instrument"])

/** The rows of a table, most minutes first. */
function rowsBy(
  taught: readonly TaughtPart[],
  keyOf: (part: TaughtPart) => [id: string | null, name: string],
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

/** With what families were charged, a fee and a package divided among their lessons. */
export function withCharges(actor: Actor, span: Span, taught: Taught): Taught {
  const charged = readIncome(actor, span).map(({ teacherId, instrument, amountMinor }) => ({
    ...{ teacherId, instrument, chargedMinor: amountMinor },
    ...{ sessions: 0, minutes: 0, attended: 0, marks: 0 },
  }))
  return { ...taught, parts: [...taught.parts.map((part) => ({ ...part, chargedMinor: 0 })), ...charged] }
}

const isOf = (value: string | null, chosen: string | undefined) =>
  chosen === undefined || (value ?? none) === chosen

/** What of it one teacher gave, or of one instrument. The hours of the week stay those of all. */
export const partsOf = (taught: Taught, { teacher, instrument }: Narrowing): Taught => ({
  ...taught,
  parts: taught.parts.filter((part) => isOf(part.teacherId, teacher) && isOf(part.instrument, instrument)),
})

/** When one teacher, or one instrument, was taught: minutes by weekday (1 is Monday) and the hour a lesson begins. */
export const hoursOfWeek = (actor: Actor, { first, last }: Span, narrowing: Narrowing): Taught["hours"] =>
  askAll(sql`
    select 1 + (cast(strftime('%w', x.local_date) as integer) + 6) % 7 as weekday,
      cast(substr(x.start_time, 1, 2) as integer) as hour, sum(x.minutes) as minutes
    from sessions x
    cross join classes c on c.school_id = x.school_id and c.id = x.class_id
    where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
      and x.state = 'planned' and x.ends_at <= ${now()}
      ${narrowedTo(narrowing, { teacher: sql`x.teacher_id`, instrument: sql`c.instrument` })}
    group by 1, 2 order by 1, 2`)

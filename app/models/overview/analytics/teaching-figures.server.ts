import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { and, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import type { Taught, TaughtPart } from "../taught/taught"

// How the teaching went: what was taught in a period, by teacher and by instrument, and how full the groups are today.

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

/** The teachers of what was taught, most minutes first. */
export function byTeacher(actor: Actor, { parts }: Taught): TeachingRow[] {
  const names = namesOf(
    actor,
    parts.flatMap(({ teacherId }) => teacherId ?? []),
  )
  const nameOf = (id: string | null) => (id === null ? undefined : names.get(id)) ?? "No teacher"
  return rowsBy(parts, ({ teacherId }) => [teacherId, nameOf(teacherId)])
}

/** The instruments of the classes of what was taught, most minutes first. */
export const byInstrument = ({ parts }: Taught): TeachingRow[] =>
  rowsBy(parts, ({ instrument }) => [instrument, instrument ?? "No instrument"])

function namesOf(actor: Actor, ids: readonly string[]): Map<string, string> {
  const among = sql`(select value from json_each(${JSON.stringify([...new Set(ids)])}))`
  const rows = db()
    .select({ id: teachers.id, name: teachers.name })
    .from(teachers)
    .where(and(own(actor, teachers), inArray(teachers.id, among)))
    .all()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

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

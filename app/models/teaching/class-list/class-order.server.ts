import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { type ClassKind, classKinds } from "../class/class"

// What the list of classes is ordered by where a column isn't a name or a number: one text for each class.

const textSorts = ["kind", "room", "when", "next", "status"] as const
type TextSort = (typeof textSorts)[number]

export const isTextSort = (sort: string): sort is TextSort => textSorts.some((each) => each === sort)

const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

/** By class; one without is left out and comes last. */
export function orderTexts(actor: Actor, sort: TextSort): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (query: SQL) => {
    for (const { id, text } of askAll<{ id: string; text: string | null }>(query)) {
      if (text === null) continue
      const order = orders[sort]?.(text) ?? text
      const before = texts.get(id)
      if (before === undefined || order < before) texts.set(id, order)
    }
  }
  add(queries[sort](actor))
  // Almost every class meets within two weeks: the lessons of later ones are looked for class by class.
  if (sort === "next") add(laterLessons(actor, [...texts.keys()]))
  return texts
}

const orders: Partial<Record<TextSort, (text: string) => string>> = {
  kind: (kind) => String(classKinds.indexOf(kind as ClassKind)),
  // "FREQ=WEEKLY;BYDAY=WE 16:00": by day of the week, then by time
  when: (text) => {
    const day = /BYDAY=(\w\w)/.exec(text)?.[1] ?? ""
    return `${days.includes(day) ? days.indexOf(day) : days.length} ${text.split(" ").at(-1)}`
  },
  next: (startsAt) => startsAt.padStart(15, "0"),
}

const rulesOf = (
  actor: Actor,
) => sql`schedules.school_id = ${actor.school.id} and schedules.class_id = classes.id
  and (schedules.ends_on is null or schedules.ends_on >= ${todayOf(actor)})`

const queries: Record<TextSort, (actor: Actor) => SQL> = {
  kind: (actor) => sql`select id, kind as text from classes where classes.school_id = ${actor.school.id}`,
  room: (actor) => sql`select classes.id, rooms.name as text from classes
    join rooms on rooms.school_id = classes.school_id and rooms.id = classes.room_id
    where classes.school_id = ${actor.school.id}`,
  when: (actor) => sql`select classes.id, schedules.rrule || ' ' || schedules.start_time as text
    from classes cross join schedules
    where classes.school_id = ${actor.school.id} and ${rulesOf(actor)}`,
  next: (actor) => {
    const day = todayOf(actor)
    return sql`select sessions.class_id as id, cast(min(sessions.starts_at) as text) as text from sessions
      where sessions.school_id = ${actor.school.id} and sessions.local_date between ${day} and ${addDays(day, 14)}
        and sessions.starts_at >= ${now()} and sessions.state = 'planned' group by sessions.class_id`
  },
  status: (
    actor,
  ) => sql`select classes.id, cast(exists (select 1 from schedules where ${rulesOf(actor)}) as text) as text
    from classes where classes.school_id = ${actor.school.id}`,
}

const laterLessons = (actor: Actor, found: readonly string[]) => sql`select classes.id,
  (select cast(min(sessions.starts_at) as text) from sessions where sessions.school_id = ${actor.school.id}
    and sessions.class_id = classes.id and sessions.starts_at >= ${now()} and sessions.state = 'planned') as text
  from classes where classes.school_id = ${actor.school.id}
    and (classes.ended_on is null or classes.ended_on >= ${todayOf(actor)})
    and classes.id not in (select value from json_each(${JSON.stringify(found)}))`

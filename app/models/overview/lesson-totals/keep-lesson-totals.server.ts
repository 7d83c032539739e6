import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { taughtSums } from "db/schema/overview"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, gt, gte, inArray, min, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, askAll, change, idsOf, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, addMonths, earliestDay, laterOf, monthBounds, monthOf, weekday } from "~/utils/dates"
import { firstMonth, groupedByDay, ungrouped } from "./lesson-groups.server"
import {
  addUp,
  daysOfMonth,
  packLessons,
  piecesOf,
  type Span,
  type Taught,
  type TaughtPart,
  unpackLessons,
} from "./lesson-totals"

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
function countMarked(actor: Actor, days: readonly string[]): Map<string, Taught> {
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

// What was taught, from the sums that are kept and, where there are none, counted from the lessons themselves: the days
// that are not over yet, and those on which something has changed since.

const nothing: Taught = { marked: 0, attended: 0, parts: [], hours: [] }

/** What was taught in each of some spans. */
export const readTaught = (actor: Actor, spans: readonly Span[]): Taught[] => read(actor, spans, true)

/** How many marks each span has, and how many of them say attended; the rest of what is answered is empty. */
export const readMarked = (actor: Actor, spans: readonly Span[]): Pick<Taught, "marked" | "attended">[] =>
  read(actor, spans, false)

function read(actor: Actor, spans: readonly Span[], withLessons: boolean): Taught[] {
  const since = firstMonth(actor, earliestDay(spans.map(({ first }) => first)))
  const pieces = spans.map((span) => piecesOf({ ...span, first: laterOf(span.first, since) }))
  const kept = findKept(
    actor,
    pieces.flatMap(({ months }) => months),
    withLessons,
  )
  const daysOf = pieces.map(({ months, days }) => [
    ...days,
    ...months.filter((month) => !kept.has(month)).flatMap(daysOfMonth),
  ])
  const days = [...new Set(daysOf.flat())]
  for (const [day, taught] of findKept(actor, days, withLessons)) kept.set(day, taught)
  const missing = days.filter((day) => !kept.has(day))
  for (const [day, taught] of (withLessons ? countOnce : countMarked)(actor, missing)) kept.set(day, taught)
  return pieces.map(({ months }, index) =>
    addUp([...months, ...(daysOf[index] ?? [])].map((id) => kept.get(id) ?? nothing)),
  )
}

/** So many days without a sum at most are kept counted, such as today. */
const fewDays = 7
const keepCounted = cacheUntilWrite<ReadonlyMap<string, Taught>>(20)

/** What was taught on some days, counted once until a lesson of any day changes, or one ends: by the minute, as they all do. */
function countOnce(actor: Actor, days: readonly string[]): ReadonlyMap<string, Taught> {
  if (days.length > fewDays) return countTaught(actor, days)
  const minute = Math.floor(now() / 60_000)
  return keepCounted([actor.school.id, days, minute], () => countTaught(actor, days))
}

function findKept(actor: Actor, ids: readonly string[], withLessons: boolean): Map<string, Taught> {
  if (ids.length === 0) return new Map()
  const among = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const rows = ownRows(actor, taughtSums, {
    id: taughtSums.id,
    marked: taughtSums.markedCount,
    attended: taughtSums.attendedCount,
    lessons: withLessons ? taughtSums.lessons : sql<null>`null`,
  })
    .where(inArray(taughtSums.id, among))
    .all()
  return new Map(
    rows.map(({ id, lessons, ...marks }) => [
      id,
      { ...marks, ...(lessons === null ? { parts: [], hours: [] } : unpackLessons(lessons)) },
    ]),
  )
}

// Keeps sums of the days and months that are over. A school begins without any, a day loses its sum with every change, and
// both are made good here, half a day at a time.

/** An analysis is of two years at most, beside the two before. */
const monthsKept = 49
/** No lesson lasts longer, whatever the zone. */
const daysUnderWay = 3

/** The days that are over and the months of which all days are, which have no sum yet; oldest first. */
export function listUnkept(actor: Actor): { days: string[]; months: string[] } {
  const last = lastDayOver(actor)
  const earliest = addMonths(`${monthOf(last)}-01`, 1 - monthsKept)
  const since = ownRows(actor, sessions, { day: min(sessions.localDate) })
    .where(gte(sessions.localDate, earliest))
    .get()?.day
  if (!since || since > last) return { days: [], months: [] }
  const first = `${monthOf(since)}-01`
  const kept = new Set(
    idsOf(actor, taughtSums, and(gte(taughtSums.id, monthOf(first)), ne(taughtSums.lessonGroups, ungrouped))),
  )
  const days: string[] = []
  const months: string[] = []
  for (let month = monthOf(first); month <= monthOf(last); month = monthOf(addMonths(`${month}-01`, 1))) {
    if (kept.has(month)) continue
    days.push(...daysOfMonth(month).filter((day) => day <= last && !kept.has(day)))
    if (monthBounds(month).last <= last) months.push(month)
  }
  return { days, months }
}

/** The day before today, or before the first that still has a lesson under way or to come. */
function lastDayOver(actor: Actor): string {
  const day = todayOf(actor)
  const underWay = ownRows(actor, sessions, { day: min(sessions.localDate) })
    .where(
      and(
        between(sessions.localDate, addDays(day, -daysUnderWay), day),
        eq(sessions.state, "planned"),
        gt(sessions.endsAt, now()),
      ),
    )
    .get()?.day
  return addDays(underWay ?? day, -1)
}

/**
 * Keeps the next sum, or half of one: true while there is more to keep. A day's lessons are kept first and its groups in the
 * step after, as both together hold everyone else up for too long. What changes the day in between deletes it, and it
 * begins again.
 */
export function keepNextTaught(actor: Actor): boolean {
  return transact(() => {
    const { days, months } = listUnkept(actor)
    const [day] = days
    const [month] = months
    if (day) keepHalf(actor, day)
    else if (month) keep(actor, month, readTaught(actor, [monthBounds(month)])[0])
    return day ? true : months.length > 1
  })
}

/** The half of a day that isn't kept yet. */
function keepHalf(actor: Actor, day: string) {
  const isHalf = and(own(actor, taughtSums, day), eq(taughtSums.lessonGroups, ungrouped))
  const half = select({ id: taughtSums.id }).from(taughtSums).where(isHalf).get()
  if (!half) {
    const counted = countTaught(actor, [day]).get(day)
    return keep(actor, day, counted, counted ? ungrouped : "[]")
  }
  const lessonGroups = groupedByDay(actor, [day]).get(day) ?? "[]"
  change(actor, taughtSums, isHalf, { lessonGroups })
}

function keep(actor: Actor, id: string, taught: Taught = addUp([]), lessonGroups = "[]") {
  const lessons = packLessons(taught)
  addOrChange(
    actor,
    taughtSums,
    {
      id,
      markedCount: taught.marked,
      attendedCount: taught.attended,
      lessons,
      lessonGroups,
    },
    {
      as: [taughtSums.id],
      to: {
        markedCount: sql`excluded.marked_count`,
        attendedCount: sql`excluded.attended_count`,
        lessons: sql`excluded.lessons`,
        lessonGroups: sql`excluded.lesson_groups`,
      },
    },
  )
}

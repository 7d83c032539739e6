import { taughtSums } from "db/schema/overview"
import { keepUnchanged } from "db/unchanged.server"
import { and, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { earliestDay, laterOf } from "~/utils/dates"
import { countMarked, countTaught } from "./count-taught.server"
import { firstMonth } from "./first-month.server"
import { addUp, daysOfMonth, piecesOf, type Span, type Taught, unpackLessons } from "./taught"

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
const keepCounted = keepUnchanged<ReadonlyMap<string, Taught>>(20)

/** What was taught on some days, counted once until a lesson of any day changes, or one ends: by the minute, as they all do. */
function countOnce(actor: Actor, days: readonly string[]): ReadonlyMap<string, Taught> {
  if (days.length > fewDays) return countTaught(actor, days)
  const minute = Math.floor(now() / 60_000)
  return keepCounted([actor.school.id, days, minute], () => countTaught(actor, days))
}

function findKept(actor: Actor, ids: readonly string[], withLessons: boolean): Map<string, Taught> {
  if (ids.length === 0) return new Map()
  const among = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const rows = select({
    id: taughtSums.id,
    marked: taughtSums.markedCount,
    attended: taughtSums.attendedCount,
    lessons: withLessons ? taughtSums.lessons : sql<null>`null`,
  })
    .from(taughtSums)
    .where(and(own(actor, taughtSums), inArray(taughtSums.id, among)))
    .all()
  return new Map(
    rows.map(({ id, lessons, ...marks }) => [
      id,
      { ...marks, ...(lessons === null ? { parts: [], hours: [] } : unpackLessons(lessons)) },
    ]),
  )
}

import { cacheUntilWrite } from "db/cache-until-write.server"
import { taughtSums } from "db/schema/overview"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, gte, min, ne, sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { groupLessons, type LessonGroup } from "~/models/money/pay/earned-sums.server"
import { addDays, afterAllDays, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Span } from "./lesson-totals"

/** The first day of the month of the school's first lesson from a day on; without any, a day after all others. */
export const firstMonth = (actor: Actor, from: string): string =>
  keepFirst([actor.school.id, from], () => readFirstMonth(actor, from))

const keepFirst = cacheUntilWrite<string>(500)

function readFirstMonth(actor: Actor, from: string): string {
  const day = ownRows(actor, sessions, { day: min(sessions.localDate) })
    .where(gte(sessions.localDate, from))
    .get()?.day
  return day ? monthBounds(monthOf(day)).first : afterAllDays
}

// What lessons bring and pay, from the groups that are kept of days that are over; the other days are counted from the lessons
// themselves.

/** Counted at once: of a school of 5,000 students, some 400 ms in the thread that reads it. */
const daysAtOnce = 31

/** In place of the groups of a day whose lessons are kept already, and whose groups aren't. */
export const ungrouped = ""

/** The lessons of a span whose attendance was taken, in groups of a day. */
export function readLessonGroups(actor: Actor, span: Span): LessonGroup[] {
  const { groups, missing } = readKeptGroups(actor, span)
  return [...groups.flat(), ...groupInParts(actor, daysSinceFirst(actor, span, missing))]
}

/** Those of the days that are kept, and the other days. */
export function readKeptGroups(
  actor: Actor,
  { first, last }: Span,
): { groups: (readonly LessonGroup[])[]; missing: string[] } {
  const kept = new Map(
    findKept(actor, { first, last }).map(({ id, text }) => [id, unpackedOf(actor, id, text)]),
  )
  const missing: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) if (!kept.has(day)) missing.push(day)
  return { groups: [...kept.values()], missing }
}

/** Of some days of a span those on which there can have been a lesson. */
export function daysSinceFirst(actor: Actor, { first }: Span, days: readonly string[]): string[] {
  const since = firstMonth(actor, first)
  return days.filter((day) => day >= since)
}

/** The lessons of some days in groups, from the lessons themselves. */
export function groupInParts(actor: Actor, days: readonly string[]): LessonGroup[] {
  const groups: LessonGroup[][] = []
  for (let from = 0; from < days.length; from += daysAtOnce)
    groups.push(groupLessons(actor, days.slice(from, from + daysAtOnce)))
  return groups.flat()
}

const findKept = (actor: Actor, { first, last }: Span) =>
  ownRows(actor, taughtSums, { id: taughtSums.id, text: taughtSums.lessonGroups })
    .where(
      and(
        between(taughtSums.id, first, last),
        sql`length(${taughtSums.id}) = 10`,
        ne(taughtSums.lessonGroups, ungrouped),
      ),
    )
    .all()

/** The groups of each of some days, as they are kept. */
export function groupedByDay(actor: Actor, days: readonly string[]): Map<string, string> {
  const groups = groupBy(groupLessons(actor, days), ({ day }) => day)
  return new Map([...groups].map(([day, those]) => [day, packGroups(those)]))
}

/** A group as it is kept: without a name for each fact. Its day is the row's. */
type Packed = [
  teacherId: string | null,
  isOwn: 0 | 1,
  instrument: string | null,
  classKind: LessonGroup["classKind"],
  minutes: number,
  students: number,
  paidPercent: number,
  chargedMinor: number,
  lessons: number,
]

const packGroups = (groups: readonly LessonGroup[]): string =>
  JSON.stringify(
    groups.map(
      (group): Packed => [
        group.teacherId,
        group.isOwn ? 1 : 0,
        group.instrument,
        group.classKind,
        group.minutes,
        group.students,
        group.paidPercent,
        group.chargedMinor,
        group.lessons,
      ],
    ),
  )

/** Days whose groups stay unpacked: two years of one large school, some 20 MB, or of many small ones. */
const unpacked = new LRUCache<string, { text: string; groups: readonly LessonGroup[] }>({
  maxSize: 12_000_000,
  sizeCalculation: ({ text }) => text.length + 100,
})

/** The groups of a day, unpacked once while its text stays the same. They are shared, so they must not be changed. */
function unpackedOf({ school }: Actor, day: string, text: string): readonly LessonGroup[] {
  const key = `${school.id} ${day}`
  const known = unpacked.get(key)
  if (known?.text === text) return known.groups
  const groups = unpackGroups(day, text)
  unpacked.set(key, { text, groups })
  return groups
}

const unpackGroups = (day: string, text: string): LessonGroup[] =>
  (JSON.parse(text) as Packed[]).map(
    ([teacherId, isOwn, instrument, classKind, minutes, students, paidPercent, chargedMinor, lessons]) => ({
      day,
      teacherId,
      isOwn: isOwn === 1,
      instrument,
      classKind,
      minutes,
      students,
      paidPercent,
      chargedMinor,
      lessons,
    }),
  )

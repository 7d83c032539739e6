import { enrollments, waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { and, count, gt, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { isFieldSort } from "~/models/foundation/custom-field/answer-filter"
import { inAnswerOrder, listAnswering } from "~/models/foundation/custom-field/answers.server"
import { pageOfIds } from "~/models/foundation/saved-filter/list-view"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { PER_PAGE } from "~/utils/page-number"
import { type ClassKind, classKinds } from "../class/class"
import { type ClassFilter, inGroups, kindsInGroups, writeClassQuery } from "../class/class-query"
import { nameWithStart } from "../class/later-class"
import {
  countByKind,
  countEnrolledIn,
  listClasses,
  listClassIds,
  nameTeachers,
} from "../class/list-classes.server"

// What the list of classes is ordered by where a column isn't a name or a number: one text for each class.

const textSorts = ["kind", "room", "when", "next", "status"] as const
type TextSort = (typeof textSorts)[number]

const isTextSort = (sort: string): sort is TextSort => textSorts.some((each) => each === sort)

const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

/** By class; one without is left out and comes last. */
function orderTexts(actor: Actor, sort: TextSort): Map<string, string> {
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

// The office's list of classes: narrowed by the school's own fields, in any order, with how many students wait.

type Page = number | "all"

/** One page of the classes that pass the filter, with how many students wait for each, and how many pass in all. */
export function listClassesWith(actor: Actor, filter: ClassFilter, page: Page) {
  const { total, classes } = listPage(actor, filter, page)
  const waiting = countWaiting(
    actor,
    classes.map(({ id }) => id),
  )
  return { total, classes: classes.map((each) => ({ ...each, waiting: waiting.get(each.id) ?? 0 })) }
}

/** The ids of those that pass, in the list's order: of one page, or all. */
export const listClassIdsWith = (actor: Actor, filter: ClassFilter, page: Page): string[] =>
  isPlain(filter)
    ? listClassIds(actor, filter, page)
    : [...pageOfIds(orderedIds(actor, filter), page, PER_PAGE)]

/** By name and without answers, the database finds the page by itself. */
const isPlain = ({ sort = "name", isReversed, answers }: ClassFilter) =>
  sort === "name" && !isReversed && !answers

function listPage(actor: Actor, filter: ClassFilter, page: Page) {
  if (isPlain(filter)) return listClasses(actor, filter, page)
  const ids = orderedIds(actor, filter)
  const shown = pageOfIds(ids, page, PER_PAGE)
  const rows = new Map(listClasses(actor, { ids: shown }, "all").classes.map((row) => [row.id, row]))
  return { total: ids.length, classes: shown.flatMap((id) => rows.get(id) ?? []) }
}

/** By name where two are equal. */
function orderedIds(actor: Actor, { sort = "name", isReversed, answers, ...filter }: ClassFilter): string[] {
  const answering = answers && listAnswering(actor, "class", answers)
  const named = listClassIds(actor, filter, "all")
  const ids = answering ? named.filter((id) => answering.has(id)) : named
  if (isFieldSort(sort)) return inAnswerOrder(actor, { noun: "class", sort, isReversed }, ids)
  const texts = sort === "teacher" ? nameTeachers(actor) : isTextSort(sort) ? orderTexts(actor, sort) : null
  if (texts) {
    const last = "\uffff"
    ids.sort((a, b) => (texts.get(a) ?? last).localeCompare(texts.get(b) ?? last, "en"))
  } else if (sort !== "name") {
    const counts = sort === "waiting" ? countWaiting(actor) : countEnrolledIn(actor)
    ids.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  }
  return isReversed ? ids.reverse() : ids
}

/** So many fit a page of a school's that loads in a second on a slow connection. */
const mostShown = 30

/** Group classes that a new student could join: those with a weekly time and more spots than students wait for. */
export const listWithFreeSpots = (actor: Actor): ClassSpots[] =>
  listSpots(actor)
    .filter(({ spots }) => spots > 0)
    .slice(0, mostShown)

/** Group classes with a weekly time in which no spot is left for a new student: those with a waiting list to join. */
export const listFullClasses = (actor: Actor): ClassSpots[] =>
  listSpots(actor)
    .filter(({ spots }) => spots <= 0)
    .slice(0, mostShown)

type ClassSpots = { id: string; name: string; times: string; spots: number }

/** The group classes with a weekly time, and how many spots of each are left for a new student. */
function listSpots(actor: Actor): ClassSpots[] {
  const { classes } = listClassesWith(actor, { kind: inGroups }, "all")
  const offered = countOffered(actor)
  const taken = countTaken(
    actor,
    classes.map(({ id }) => id),
  )
  return classes.flatMap(({ id, name, startsLaterOn, patterns, capacity, waiting }) =>
    patterns.length > 0
      ? {
          ...{ id, name: nameWithStart(name, startsLaterOn), times: patterns.join(", ") },
          spots: capacity - (taken.get(id) ?? 0) - waiting - (offered.get(id) ?? 0),
        }
      : [],
  )
}

/** How many spots of each class are taken on the fullest day from today on: a student who begins later takes one now. */
function countTaken(actor: Actor, classIds: readonly string[]): Map<string, number> {
  const day = todayOf(actor)
  const rows = ownRows(actor, enrollments, ["classId", "startsOn", "endsOn"])
    .where(
      and(
        inArray(enrollments.classId, classIds),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
      ),
    )
    .all()
  const fullest = (those: typeof rows) =>
    Math.max(
      ...[day, ...those.map(({ startsOn }) => laterOf(startsOn, day))].map(
        (on) => those.filter(({ startsOn, endsOn }) => startsOn <= on && (endsOn ?? on) >= on).length,
      ),
    )
  return new Map([...groupBy(rows, ({ classId }) => classId)].map(([id, those]) => [id, fullest(those)]))
}

/** How many spots of each class are held by offers to those who asked for lessons. */
function countOffered(actor: Actor): Map<string | null, number> {
  const rows = select({ classId: offers.classId, n: count() })
    .from(offers)
    // Written out rather than as a parameter: only then can SQLite use the index of those that stand.
    .where(and(own(actor, offers), sql`${offers.state} = 'open'`, gt(offers.expiresAt, now())))
    .groupBy(offers.classId)
    .all()
  return new Map(rows.map(({ classId, n }) => [classId, n]))
}

/** How many students wait for a spot in each class or have one offered; a class without any is left out. */
export function countWaiting(actor: Actor, classIds?: readonly string[]): Map<string, number> {
  const rows = select({ classId: waitingSpots.classId, n: count() })
    .from(waitingSpots)
    .where(
      and(
        own(actor, waitingSpots),
        // the words of the index, so that closed rows are not read
        sql`${waitingSpots.state} in ('waiting', 'offered')`,
        classIds ? inArray(waitingSpots.classId, [...classIds]) : undefined,
      ),
    )
    .groupBy(waitingSpots.classId)
    .all()
  return new Map(rows.map(({ classId, n }) => [classId, n]))
}

// The kinds of classes above their list, with how many there are: a school has few groups among many private lessons.

const labels: [kind: ClassKind, label: string][] = [
  ["private", "Private lessons"],
  ["group", "Groups"],
  ["ensemble", "Ensembles"],
  ["trial", "Trial lessons"],
]

/**
 * What several students attend, those of each kind there is, and all; which of them is the present filter. Where all are of
 * one kind that the list opens on, there are none.
 */
export function listClassChips(actor: Actor, present: ClassFilter, opensOn?: typeof inGroups) {
  const counts = countByKind(actor)
  const known = labels.filter(([kind]) => counts.has(kind))
  if (known.length === 0 || (known.length === 1 && !(opensOn && known.some(isAlone)))) return []
  const { sort: _, isReversed: __, ...narrowing } = present
  const text = textOf(narrowing)
  const chip = (label: string, filter: ClassFilter, count: number) => ({
    label,
    query: writeClassQuery({ filter, page: 1 }),
    count,
    isCurrent: textOf(filter) === text,
  })
  const sum = (ofKinds: Iterable<ClassKind>) =>
    [...ofKinds].reduce((n, kind) => n + (counts.get(kind) ?? 0), 0)
  const all = chip("All", {}, sum(counts.keys()))
  const chipsOf = (some: typeof labels) =>
    some.map(([kind, label]) => chip(label, { kind }, counts.get(kind) ?? 0))
  if (!opensOn) return [all, ...chipsOf(known)]
  const groups = known.filter((each) => !isAlone(each))
  return [
    chip("Classes", { kind: inGroups }, sum(kindsInGroups)),
    ...chipsOf(known.filter(isAlone)),
    ...(groups.length < known.length ? [all] : []),
    // The only kind of group there is has the rows of all groups.
    ...chipsOf(groups.length > 1 ? groups : []),
  ]
}

const isAlone = ([kind]: readonly [ClassKind, ...unknown[]]) => !kindsInGroups.some((each) => each === kind)

const textOf = (filter: ClassFilter) => JSON.stringify(writeClassQuery({ filter, page: 1 }))

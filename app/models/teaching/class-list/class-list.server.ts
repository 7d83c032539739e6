import { waitingSpots } from "db/schema/teaching"
import { and, count, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { isFieldSort } from "~/models/foundation/custom-field/answer-filter"
import { listAnswering } from "~/models/foundation/custom-field/answer-filter.server"
import { inAnswerOrder } from "~/models/foundation/custom-field/answer-order.server"
import { pageOfIds } from "~/models/foundation/saved-filter/list-view"
import { PER_PAGE } from "~/utils/page-number"
import { type ClassFilter, inGroups } from "../class/class-query"
import { countEnrolledIn, listClasses, listClassIds, nameTeachers } from "../class/list-classes.server"
import { isTextSort, orderTexts } from "./class-order.server"

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
export function listWithFreeSpots(
  actor: Actor,
): { id: string; name: string; times: string; spots: number }[] {
  return listClassesWith(actor, { kind: inGroups }, "all")
    .classes.map(({ id, name, patterns, capacity, enrolled, waiting }) => ({
      ...{ id, name, times: patterns.join(", ") },
      spots: capacity - enrolled - waiting,
    }))
    .filter(({ times, spots }) => times !== "" && spots > 0)
    .slice(0, mostShown)
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

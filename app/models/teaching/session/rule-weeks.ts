import { groupBy } from "~/utils/group-by"
import { mondayOf } from "./pattern"

// The lessons of a weekly time and the days of a new one, week by week.

type Dated = { originalDate: string; state: "planned" | "cancelled" }

/**
 * Each lesson with the day it gets: its own where that is a new day too, else the first of its week that is left. A canceled
 * one chooses last, so that a lesson which takes place isn't lost for it.
 */
export function pairByWeek<Lesson extends Dated>(
  old: readonly Lesson[],
  dates: readonly string[],
): { session: Lesson; date: string | undefined }[] {
  const left = groupBy(dates, mondayOf)
  const taken = new Map<Lesson, string>()
  const take = (lesson: Lesson, isWanted: (date: string) => boolean) => {
    const days = left.get(mondayOf(lesson.originalDate)) ?? []
    const index = taken.has(lesson) ? -1 : days.findIndex(isWanted)
    for (const day of index < 0 ? [] : days.splice(index, 1)) taken.set(lesson, day)
  }
  const canceled = old.filter(({ state }) => state === "cancelled")
  const planned = old.filter(({ state }) => state !== "cancelled")
  const isOfCanceled = new Set(canceled.map(({ originalDate }) => originalDate))
  for (const lesson of planned) take(lesson, (date) => date === lesson.originalDate)
  for (const lesson of planned) take(lesson, (date) => !isOfCanceled.has(date))
  for (const lesson of planned) take(lesson, () => true)
  for (const lesson of canceled) take(lesson, (date) => date === lesson.originalDate)
  for (const lesson of canceled) take(lesson, () => true)
  return old.map((session) => ({ session, date: taken.get(session) }))
}

/**
 * The days of a weekly time that its lessons hold, one each: also those that stay where they were before it changed, so that a
 * week doesn't get a second one.
 */
export const heldDates = (lessons: readonly Dated[], dates: readonly string[]): Set<string | undefined> =>
  new Set(pairByWeek(lessons, dates).map(({ date }) => date))

/**
 * The new days that add a lesson to their week. The others take over one of the days there were, even where its lesson wasn't
 * made yet.
 */
export function addedDates(old: readonly string[], dates: readonly string[]): Set<string> {
  const pairs = pairByWeek(
    old.map((originalDate) => ({ originalDate, state: "planned" })),
    dates,
  )
  const taken = new Set(pairs.map(({ date }) => date))
  return new Set(dates.filter((date) => !taken.has(date)))
}

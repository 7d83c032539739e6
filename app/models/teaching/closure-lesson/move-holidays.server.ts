import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findClosure } from "../closure/closure.server"
import { addHolidays } from "../school-calendar/offer-holidays.server"
import type { PublicHoliday } from "../school-calendar/public-holidays"
import { closureLessonIds } from "./list-closure-lessons.server"
import { moveAllLessons } from "./move-all-lessons.server"

/**
 * Closes the school on each of the days and moves their lessons to the best free times, a task for each day; those that have
 * none are canceled. All days are closed first, so that no lesson moves to another of them. No one is told before the
 * office sends the emails. Refused when any of the days is closed by now.
 */
export const addHolidaysAndMove = (
  actor: Actor,
  holidays: readonly PublicHoliday[],
): ReturnType<typeof addHolidays> =>
  transact(() => {
    const added = addHolidays(actor, holidays)
    if (!added.ok) return added
    const tasks = added.closureIds.flatMap((id) => {
      const closure = findClosure(actor, id)
      return closure && closureLessonIds(actor, closure, 1).length > 0
        ? [moveAllLessons(actor, closure, true)]
        : []
    })
    return { ...added, tasks }
  })

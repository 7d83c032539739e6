import type { Actor } from "~/models/foundation/access/actor"
import type { SessionRow } from "~/models/teaching/session/session"
import { listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { addDays } from "~/utils/dates"

// What both those ask who could teach some lessons and those who look for when they could be instead.

/** So many days before and after its own a lesson is moved to. */
export const [daysBefore, daysAfter] = [3, 14]

export type DaysAway = ReturnType<typeof listDaysAway>

/** Everyone's days off around some lessons, also those asked for that aren't answered yet. */
export function listDaysAway(actor: Actor, lessons: readonly SessionRow[]) {
  const dates = lessons.map(({ localDate }) => localDate).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  return listTimeOff(actor, {
    ...{ from: addDays(first, -daysBefore), to: addDays(last, daysAfter) },
    states: ["approved", "requested"],
  }).map((off) => ({ ...off, isAsked: off.state === "requested" }))
}

import type { Actor } from "~/models/foundation/access/actor"
import type { SessionRow } from "~/models/teaching/session/session"
import { findTravel } from "~/models/teaching/session/travel.server"
import { listAllHours } from "~/models/teaching/teacher-time/availability.server"
import { listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { addDays } from "~/utils/dates"

// What is asked of all teachers alike, both by who could teach some lessons and by when they could be instead.

/** So many days before and after its own a lesson is moved to. */
export const [daysBefore, daysAfter] = [3, 14]

export type TeacherFacts = ReturnType<typeof readTeacherFacts>

/** Hours, ways between sites, and the days off around some lessons: read once for all that is worked out of them. */
export function readTeacherFacts(actor: Actor, lessons: readonly SessionRow[]) {
  const dates = lessons.map(({ localDate }) => localDate).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  return {
    hours: listAllHours(actor),
    travel: first === undefined ? undefined : findTravel(actor),
    away:
      first === undefined || last === undefined
        ? []
        : listTimeOff(actor, {
            from: addDays(first, -daysBefore),
            to: addDays(last, daysAfter),
            states: ["approved"],
          }),
  }
}

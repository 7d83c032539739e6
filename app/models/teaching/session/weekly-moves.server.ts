import type { Actor } from "~/models/foundation/access/actor"
import type { WeeklyMove } from "~/models/foundation/outbox/lesson-mail-data"
import { formatTime } from "~/utils/clock-times"
import { dayName, formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { SessionRow } from "./session"
import { whenOf } from "./tell-change.server"

type When = Pick<SessionRow, "localDate" | "startTime">

/**
 * Which weekly time lessons had and have, for their emails: "Tuesdays 4:15 PM", "Mondays 4:45 PM from Dec 7". Lessons every
 * second week have none. Times are the school's: who reads them in another zone, which may turn its clocks on other days, reads
 * every lesson.
 */
export function weeklyMoves(
  actor: Actor,
  before: readonly SessionRow[],
  after: readonly SessionRow[],
): WeeklyMove[] {
  const present = new Map(after.map((session) => [session.id, session]))
  const pairs = before.flatMap((was) => {
    const is = present.get(was.id)
    return is ? [{ was, is }] : []
  })
  const weeklyText = ({ localDate, startTime }: When) =>
    `${dayName(localDate)}s ${formatTime(startTime, actor.school)}`
  const groups = groupBy(pairs, ({ was, is }) => `${weeklyText(was)} ${weeklyText(is)}`)
  return [...groups.values()].flatMap((moved) => {
    const dates = moved.map(({ is }) => is.localDate).sort()
    const [first] = moved
    const [from] = dates
    const isWeekly = dates.some((date) => dates.includes(addDays(date, 7)))
    if (!first || !from || !isWeekly || weeklyText(first.was) === weeklyText(first.is)) return []
    return {
      was: weeklyText(first.was),
      is: `${weeklyText(first.is)} from ${formatDate(from, "day", actor.school)}`,
      lessons: moved.map(({ was, is }): [string, string] => [
        whenOf(actor, was, null),
        whenOf(actor, is, null),
      ]),
    }
  })
}

import { cacheUntilWrite } from "db/cache-until-write.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, count, sql } from "drizzle-orm"
import { findOpening } from "~/models/accounts/school/opening.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, type Weekday, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { endMinute } from "./clock-minutes.server"

// The hours of a school: those it has set, or else those in which it teaches.

const usualDay = { from: 7 * 60, to: 21 * 60 }

export type Hours = readonly { fromTime: string; toTime: string }[]

/**
 * When the school is open or, unless it set that, when it teaches in four weeks around a date: in minutes of the day. One
 * lesson on another weekday doesn't open the school that day, nor one late at night: what it teaches counts from seven to
 * nine, or as far as the teachers' weekly hours reach. `day` is how far a wish may go.
 */
export function openingHours(actor: Actor, near: string, hours: Hours = []) {
  const set = findOpening(actor)
  if (set) {
    const [opens, closes] = [minutesOfDay(set.opensAt), minutesOfDay(set.closesAt)]
    return { opens, closes, weekdays: new Set<number>(set.weekdays), day: { from: opens, to: closes } }
  }
  const dayHours = {
    from: Math.min(usualDay.from, ...hours.map(({ fromTime }) => minutesOfDay(fromTime))),
    to: Math.max(usualDay.to, ...hours.map(({ toTime }) => minutesOfDay(toTime))),
  }
  const days = keepTaught([actor.school.id, near], () => readTaught(actor, near))
  const usual = days.filter(({ isUsual }) => isUsual)
  const taught = usual.length > 0 ? usual : days
  if (taught.length === 0)
    return { opens: 9 * 60, closes: 20 * 60, weekdays: new Set<number>([1, 2, 3, 4, 5, 6]), day: dayHours }
  const from = Math.floor(Math.min(...taught.map(({ opens }) => opens)) / 60) * 60
  const to = Math.ceil(Math.max(...taught.map(({ closes }) => closes)) / 60) * 60
  const isAtNight = from >= dayHours.to || to <= dayHours.from
  return {
    opens: isAtNight ? dayHours.from : Math.max(from, dayHours.from),
    closes: isAtNight ? dayHours.to : Math.min(to, dayHours.to),
    weekdays: new Set<number>(taught.map(({ day }) => day)),
    day: dayHours,
  }
}

type TaughtDay = { day: Weekday; opens: number; closes: number; isUsual: boolean }

/** Asked more than once for one page. */
const keepTaught = cacheUntilWrite<readonly TaughtDay[]>(200)

/** From when to when the school teaches on each weekday around a date, and whether it does so each week. */
function readTaught(actor: Actor, near: string): TaughtDay[] {
  const dates = taughtQuery.all(actor, { from: addDays(near, -28), to: addDays(near, 28) })
  return [...groupBy(dates, ({ date }) => weekday(date))].map(([day, those]) => ({
    day,
    opens: Math.min(...those.map(({ opens }) => minutesOfDay(opens))),
    closes: Math.max(...those.map(({ closes }) => closes)),
    isUsual: those.length > 1 || those.some(({ ofSchedules }) => ofSchedules > 0),
  }))
}

const taughtQuery = query((p: Params<{ from: string; to: string }>, own) =>
  select({
    date: sessions.localDate,
    opens: sql<string>`min(${sessions.startTime})`,
    closes: sql<number>`max(${endMinute})`,
    ofSchedules: count(sessions.scheduleId),
  })
    .from(sessions)
    .where(and(own(sessions), between(sessions.localDate, p.from, p.to)))
    .groupBy(sessions.localDate),
)

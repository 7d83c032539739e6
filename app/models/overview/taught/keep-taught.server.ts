import { transact } from "db/client.server"
import { taughtSums } from "db/schema/overview"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, gt, gte, min, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, change, idsOf, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, addMonths, monthBounds, monthOf } from "~/utils/dates"
import { groupedByDay, ungrouped } from "./lesson-groups.server"
import { countTaught, readTaught } from "./read-taught.server"
import { addUp, daysOfMonth, packLessons, type Taught } from "./taught"

// Keeps sums of the days and months that are over. A school begins without any, a day loses its sum with every change, and
// both are made good here, half a day at a time.

/** An analysis is of two years at most, beside the two before. */
const monthsKept = 49
/** No lesson lasts longer, whatever the zone. */
const daysUnderWay = 3

/** The days that are over and the months of which all days are, which have no sum yet; oldest first. */
export function listUnkept(actor: Actor): { days: string[]; months: string[] } {
  const last = lastDayOver(actor)
  const earliest = addMonths(`${monthOf(last)}-01`, 1 - monthsKept)
  const since = select({ day: min(sessions.localDate) })
    .from(sessions)
    .where(and(own(actor, sessions), gte(sessions.localDate, earliest)))
    .get()?.day
  if (!since || since > last) return { days: [], months: [] }
  const first = `${monthOf(since)}-01`
  const kept = new Set(
    idsOf(actor, taughtSums, and(gte(taughtSums.id, monthOf(first)), ne(taughtSums.lessonGroups, ungrouped))),
  )
  const days: string[] = []
  const months: string[] = []
  for (let month = monthOf(first); month <= monthOf(last); month = monthOf(addMonths(`${month}-01`, 1))) {
    if (kept.has(month)) continue
    days.push(...daysOfMonth(month).filter((day) => day <= last && !kept.has(day)))
    if (monthBounds(month).last <= last) months.push(month)
  }
  return { days, months }
}

/** The day before today, or before the first that still has a lesson under way or to come. */
function lastDayOver(actor: Actor): string {
  const day = todayOf(actor)
  const underWay = select({ day: min(sessions.localDate) })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        between(sessions.localDate, addDays(day, -daysUnderWay), day),
        eq(sessions.state, "planned"),
        gt(sessions.endsAt, now()),
      ),
    )
    .get()?.day
  return addDays(underWay ?? day, -1)
}

/**
 * Keeps the next sum, or half of one: true while there is more to keep. A day's lessons are kept first and its groups in the
 * step after, as both together hold everyone else up for too long. What changes the day in between deletes it, and it
 * begins again.
 */
export function keepNextTaught(actor: Actor): boolean {
  return transact(() => {
    const { days, months } = listUnkept(actor)
    const [day] = days
    const [month] = months
    if (day) keepHalf(actor, day)
    else if (month) keep(actor, month, readTaught(actor, [monthBounds(month)])[0])
    return day ? true : months.length > 1
  })
}

/** The half of a day that isn't kept yet. */
function keepHalf(actor: Actor, day: string) {
  const isHalf = and(own(actor, taughtSums, day), eq(taughtSums.lessonGroups, ungrouped))
  const half = select({ id: taughtSums.id }).from(taughtSums).where(isHalf).get()
  if (!half) {
    const counted = countTaught(actor, [day]).get(day)
    return keep(actor, day, counted, counted ? ungrouped : "[]")
  }
  const lessonGroups = groupedByDay(actor, [day]).get(day) ?? "[]"
  change(actor, taughtSums, isHalf, { lessonGroups })
}

function keep(actor: Actor, id: string, taught: Taught = addUp([]), lessonGroups = "[]") {
  const lessons = packLessons(taught)
  addOrChange(
    actor,
    taughtSums,
    {
      id,
      markedCount: taught.marked,
      attendedCount: taught.attended,
      lessons,
      lessonGroups,
    },
    {
      as: [taughtSums.id],
      to: {
        markedCount: sql`excluded.marked_count`,
        attendedCount: sql`excluded.attended_count`,
        lessons: sql`excluded.lessons`,
        lessonGroups: sql`excluded.lesson_groups`,
      },
    },
  )
}

import { db, transact } from "db/client.server"
import { taughtSums } from "db/schema/overview"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, gt, gte, min, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays, addMonths, monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { countTaught } from "./count-taught.server"
import { groupedByDay } from "./lesson-groups.server"
import { readTaught } from "./read-taught.server"
import { addUp, daysOfMonth, packLessons, type Taught } from "./taught"

// Keeps sums of the days and months that are over. A school begins without any, a day loses its sum with every change, and
// both are made good here, a few days at a time.

/** An analysis is of two years at most, beside the two before. */
const monthsKept = 49
/** No lesson lasts longer, whatever the zone. */
const daysUnderWay = 3
/** Days of one step: of a school of 5,000 students, some 20 ms each. */
const daysAtOnce = 1

/** The days that are over and the months of which all days are, which have no sum yet; oldest first. */
export function listUnkept(actor: Actor): { days: string[]; months: string[] } {
  const last = lastDayOver(actor)
  const earliest = addMonths(`${monthOf(last)}-01`, 1 - monthsKept)
  const since = db()
    .select({ day: min(sessions.localDate) })
    .from(sessions)
    .where(and(own(actor, sessions), gte(sessions.localDate, earliest)))
    .get()?.day
  if (!since || since > last) return { days: [], months: [] }
  const first = `${monthOf(since)}-01`
  const kept = new Set(
    db()
      .select({ id: taughtSums.id })
      .from(taughtSums)
      .where(and(own(actor, taughtSums), gte(taughtSums.id, monthOf(first))))
      .all()
      .map(({ id }) => id),
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
  const day = today(actor.school.timeZone, now())
  const underWay = db()
    .select({ day: min(sessions.localDate) })
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

/** Keeps the next few sums; true while there are more to keep. */
export function keepNextTaught(actor: Actor): boolean {
  return transact(() => {
    const { days, months } = listUnkept(actor)
    const next = days.slice(0, daysAtOnce)
    const counted = countTaught(actor, next)
    const groups = groupedByDay(actor, next)
    for (const day of next) keep(actor, day, counted.get(day), groups.get(day))
    if (days.length > daysAtOnce) return true
    const [month] = months
    if (!month) return false
    const [taught] = readTaught(actor, [monthBounds(month)])
    keep(actor, month, taught)
    return months.length > 1
  })
}

function keep(actor: Actor, id: string, taught: Taught = addUp([]), lessonGroups = "[]") {
  const lessons = packLessons(taught)
  db()
    .insert(taughtSums)
    .values({
      ...newRow(actor),
      id,
      markedCount: taught.marked,
      attendedCount: taught.attended,
      lessons,
      lessonGroups,
    })
    .onConflictDoUpdate({
      target: [taughtSums.schoolId, taughtSums.id],
      set: {
        markedCount: sql`excluded.marked_count`,
        attendedCount: sql`excluded.attended_count`,
        lessons: sql`excluded.lessons`,
        lessonGroups: sql`excluded.lesson_groups`,
      },
    })
    .run()
}

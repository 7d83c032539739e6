import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { trendOf } from "~/models/foundation/metrics/trend"
import { now } from "~/utils/clock.server"
import { addDays, addMonths, earlierOf, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"

// How the school has done over the last months: two figures an office looks at first. Nothing is stored for them.

/** A month's first day, and its last one or today. */
export type MonthSpan = { first: string; last: string }

/** The last `count` months up to `until` (`YYYY-MM`, this month unless given), oldest first. */
export function lastMonths(actor: Actor, count = 6, until?: string): MonthSpan[] {
  const day = today(actor.school.timeZone, now())
  const current = `${until ?? monthOf(day)}-01`
  return Array.from({ length: count }, (_, back) => addMonths(current, back - count + 1)).map((first) => {
    const last = addDays(addMonths(first, 1), -1)
    return { first, last: earlierOf(last, day) }
  })
}

/** Students learning (on trial or active) at the end of each month, today for this one; six months unless given. `month` is `YYYY-MM`. */
export function activeStudentsByMonth(
  actor: Actor,
  months = lastMonths(actor),
): { month: string; count: number }[] {
  const counts = db().all<{ index: number; count: number }>(sql`
    select month.key as "index", count(*) as count
    from students s cross join json_each(${JSON.stringify(months)}) month
    where s.school_id = ${actor.school.id}
      and (select status from student_status_changes c
        where c.school_id = s.school_id and c.student_id = s.id and c.from_date <= month.value ->> 'last'
        order by c.from_date desc, c.id desc limit 1) in ('trial', 'active')
    group by month.key`)
  const countOfMonth = new Map(counts.map(({ index, count }) => [index, count]))
  return months.map(({ first }, index) => ({ month: monthOf(first), count: countOfMonth.get(index) ?? 0 }))
}

/**
 * The share of marked seats that were attended, in whole percent, for each month; null without marks. Sessions the
 * school canceled do not count.
 */
export function attendanceByMonth(
  actor: Actor,
  all = lastMonths(actor),
): { month: string; percent: number | null }[] {
  const sums = db().all<{ first: string; marked: number; attended: number }>(sql`
    select m.value ->> 'first' as first, coalesce(sum(x.marked_count), 0) as marked,
      coalesce(sum(x.attended_count), 0) as attended
    from json_each(${JSON.stringify(all)}) m
    left join sessions x on x.school_id = ${actor.school.id} and x.marked_count > 0
      and x.local_date between m.value ->> 'first' and m.value ->> 'last'
    group by m.key order by m.key`)
  return sums.map(({ first, marked, attended }) => ({
    month: monthOf(first),
    percent: marked ? Math.round((attended / marked) * 100) : null,
  }))
}

const thisMonth = (actor: Actor) => monthOf(today(actor.school.timeZone, now()))

/** Students learning, month by month, as a chart. */
export const studentsTrend = (actor: Actor, months: readonly { month: string; count: number }[]) =>
  trendOf({
    current: thisMonth(actor),
    noun: "Active and trial students",
    months: months.map(({ month, count }) => ({ month, value: count })),
    step: 10,
  })

/** Attendance, month by month, as a chart; months without a mark are left out. */
export const attendanceTrend = (actor: Actor, months: readonly { month: string; percent: number | null }[]) =>
  trendOf({
    current: thisMonth(actor),
    noun: "Attendance",
    months: months.flatMap(({ month, percent }) => (percent === null ? [] : [{ month, value: percent }])),
    step: 10,
    unit: "%",
  })

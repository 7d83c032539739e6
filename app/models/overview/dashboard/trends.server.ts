import { cacheUntilWrite } from "db/cache-until-write.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { trendOf } from "~/models/foundation/metrics/trend"
import { todayOf } from "~/utils/clock.server"
import { addDays, addMonths, earlierOf, monthBounds, monthOf } from "~/utils/dates"
import { readMarked } from "../lesson-totals/keep-lesson-totals.server"

// How the school has done over the last months: two figures an office looks at first.

/** A month's first day, and its last one or today. */
export type MonthSpan = { first: string; last: string }

/** The last `count` months up to `until` (`YYYY-MM`, this month unless given), oldest first. */
export function lastMonths(actor: Actor, count = 6, until?: string): MonthSpan[] {
  const day = todayOf(actor)
  const current = `${until ?? monthOf(day)}-01`
  return Array.from({ length: count }, (_, back) => addMonths(current, back - count + 1)).map((first) => {
    const last = addDays(addMonths(first, 1), -1)
    return { first, last: earlierOf(last, day) }
  })
}

/** The same months a year before, each whole. */
export const yearBefore = (months: readonly MonthSpan[]): MonthSpan[] =>
  months.map(({ first }) => monthBounds(monthOf(addMonths(first, -12))))

/** A figure of the last months, and what it was in the same months a year before, both read at once. */
export function besideYearBefore<Figure>(
  actor: Actor,
  read: (actor: Actor, months: MonthSpan[]) => Figure[],
): { months: Figure[]; before: Figure[] } {
  const months = lastMonths(actor)
  const figures = read(actor, [...yearBefore(months), ...months])
  return { months: figures.slice(months.length), before: figures.slice(0, months.length) }
}

/**
 * Students learning (on trial or active) at the end of each month, today for this one; six months unless given. `month` is
 * `YYYY-MM`. A status lasts until the next one of the student.
 */
export function activeStudentsByMonth(
  actor: Actor,
  months = lastMonths(actor),
): { month: string; count: number }[] {
  const days = months.map(({ last }) => last)
  const countOfMonth = keepLearning([actor.school.id, days], () => countLearning(actor, days))
  return months.map(({ first }, index) => ({ month: monthOf(first), count: countOfMonth.get(index) ?? 0 }))
}

const keepLearning = cacheUntilWrite<ReadonlyMap<number, number>>(100)

/** How many are learning on each of some days, by its place among them. */
function countLearning(actor: Actor, days: readonly string[]): ReadonlyMap<number, number> {
  const counts = askAll<{ index: number; count: number }>(sql`
    with learning as materialized (
      select from_date, until from (
        select status, from_date,
          lead(from_date, 1, '9999') over (partition by student_id order by from_date, id) as until
        from student_status_changes where school_id = ${actor.school.id})
      where status in ('trial', 'active') and from_date < until
    )
    select month.key as "index", count(*) as count
    from json_each(${JSON.stringify(days)}) month
    cross join learning on learning.from_date <= month.value and learning.until > month.value
    group by month.key`)
  return new Map(counts.map(({ index, count }) => [index, count]))
}

/**
 * The share of marked seats that were attended, in whole percent, for each month; null without marks. Sessions the
 * school canceled do not count.
 */
export function attendanceByMonth(
  actor: Actor,
  all = lastMonths(actor),
): { month: string; percent: number | null }[] {
  return readMarked(actor, all).map(({ marked, attended }, index) => ({
    month: monthOf(all[index]?.first ?? ""),
    percent: marked ? Math.round((attended / marked) * 100) : null,
  }))
}

const thisMonth = (actor: Actor) => monthOf(todayOf(actor))

/** What it was in the same months a year before, in the same order; left out where the school had none. */
type YearBefore<Month> = { before?: readonly Month[] }

/** Students learning, month by month, as a chart. */
export const studentsTrend = (
  actor: Actor,
  months: readonly { month: string; count: number }[],
  { before = [] }: YearBefore<{ count: number }> = {},
) =>
  trendOf({
    current: thisMonth(actor),
    noun: "Active and trial students",
    months: months.map(({ month, count }, index) => ({
      month,
      value: count,
      before: before[index]?.count || null,
    })),
    step: 10,
    runs: true,
  })

/** Attendance, month by month, as a chart; months without a mark are left out. */
export const attendanceTrend = (
  actor: Actor,
  months: readonly { month: string; percent: number | null }[],
  { before = [] }: YearBefore<{ percent: number | null }> = {},
) =>
  trendOf({
    current: thisMonth(actor),
    noun: "Attendance",
    months: months.flatMap(({ month, percent }, index) =>
      percent === null ? [] : [{ month, value: percent, before: before[index]?.percent ?? null }],
    ),
    step: 10,
    unit: "%",
    runs: true,
  })

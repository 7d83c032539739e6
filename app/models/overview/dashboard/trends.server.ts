import { db } from "db/client.server"
import { students } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
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
  return months.map(({ first, last }) => {
    const found = db()
      .select({ count: sql<number>`count(*)` })
      .from(students)
      .where(
        and(
          own(actor, students),
          sql`(select status from student_status_changes c
               where c.school_id = ${students.schoolId} and c.student_id = ${students.id} and c.from_date <= ${last}
               order by c.from_date desc, c.id desc limit 1) in ('trial', 'active')`,
        ),
      )
      .get()
    return { month: monthOf(first), count: found?.count ?? 0 }
  })
}

/**
 * The share of marked seats that were attended, in whole percent, for each month; null without marks. Sessions the
 * school canceled do not count.
 */
export function attendanceByMonth(
  actor: Actor,
  all = lastMonths(actor),
): { month: string; percent: number | null }[] {
  return all.map(({ first, last }) => {
    const sum = db()
      .select({
        marked: sql<number>`coalesce(sum(${sessions.markedCount}), 0)`,
        attended: sql<number>`coalesce(sum(${sessions.attendedCount}), 0)`,
      })
      .from(sessions)
      .where(
        and(
          own(actor, sessions),
          between(sessions.localDate, first, last),
          // In letters rather than as a parameter: SQLite can only then use the index of sessions with marks.
          sql`${sessions.markedCount} > 0`,
        ),
      )
      .get()
    const percent = sum?.marked ? Math.round((sum.attended / sum.marked) * 100) : null
    return { month: monthOf(first), percent }
  })
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

import { db } from "db/client.server"
import { students } from "db/schema/people"
import { marks, seats, sessions } from "db/schema/teaching"
import { and, between, eq, isNull, ne, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { addDays, addMonths, earlierOf, monthOf, today } from "~/utils/dates"
import type { Actor } from "../access/actor"

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
          eq(students.schoolId, actor.school.id),
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
 * school cancelled do not count.
 */
export function attendanceByMonth(
  actor: Actor,
  all = lastMonths(actor),
): { month: string; percent: number | null }[] {
  const from = all[0]?.first ?? ""
  const to = all.at(-1)?.last ?? ""
  const month = sql<string>`substr(${sessions.localDate}, 1, 7)`
  const rows = db()
    .select({
      month,
      marked: sql<number>`count(*)`,
      attended: sql<number>`sum(${marks.countsAsAttended})`,
    })
    .from(sessions)
    .innerJoin(seats, and(eq(seats.schoolId, sessions.schoolId), eq(seats.sessionId, sessions.id)))
    .innerJoin(
      marks,
      and(eq(marks.schoolId, seats.schoolId), eq(marks.seatId, seats.id), isNull(marks.supersededAt)),
    )
    .where(
      and(
        eq(sessions.schoolId, actor.school.id),
        between(sessions.localDate, from, to),
        ne(marks.code, "cancelled"),
      ),
    )
    .groupBy(month)
    .all()
  const byMonth = new Map(rows.map((row) => [row.month, Math.round((row.attended / row.marked) * 100)]))
  return all.map(({ first }) => ({ month: monthOf(first), percent: byMonth.get(monthOf(first)) ?? null }))
}

import { db } from "db/client.server"
import { marks, seats, sessions } from "db/schema/teaching"
import { and, between, count, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { addMonths, formatDate, monthBounds, monthOf } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { findingOf, scaleOf } from "../dashboard/trend"

// What a teacher has taught, month by month: sessions whose register is taken, and who came to them.

const monthsShown = 6

type Month = { month: string; sessions: number; minutes: number; held: number; attended: number }

/** The month and the five before it, oldest first. */
export function listOwnMonths(actor: Actor, teacherId: string, month: string): Month[] {
  const months = Array.from({ length: monthsShown }, (_, place) =>
    monthOf(addMonths(`${month}-01`, place - monthsShown + 1)),
  )
  const from = monthBounds(months[0] ?? month).first
  const to = monthBounds(month).last
  const ofMonth = sql<string>`substr(${sessions.localDate}, 1, 7)`
  const taught = and(
    eq(sessions.schoolId, actor.school.id),
    eq(sessions.teacherId, teacherId),
    between(sessions.localDate, from, to),
    eq(sessions.state, "planned"),
    isNotNull(sessions.registerTakenAt),
  )
  const given = db()
    .select({ month: ofMonth, sessions: count(), minutes: sql<number>`sum(${sessions.minutes})` })
    .from(sessions)
    .where(taught)
    .groupBy(ofMonth)
    .all()
  const came = db()
    .select({ month: ofMonth, held: count(), attended: sql<number>`sum(${marks.countsAsAttended})` })
    .from(sessions)
    // cross joins keep SQLite from starting with all the marks of a school
    .crossJoin(seats)
    .crossJoin(marks)
    .where(
      and(
        taught,
        eq(seats.schoolId, sessions.schoolId),
        eq(seats.sessionId, sessions.id),
        eq(marks.schoolId, seats.schoolId),
        eq(marks.seatId, seats.id),
        isNull(marks.supersededAt),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .groupBy(ofMonth)
    .all()
  return months.map((each) => {
    const sum = given.find((row) => row.month === each)
    const marked = came.find((row) => row.month === each)
    return {
      month: each,
      sessions: sum?.sessions ?? 0,
      minutes: sum?.minutes ?? 0,
      held: marked?.held ?? 0,
      attended: marked?.attended ?? 0,
    }
  })
}

/** Hours to one decimal. */
export const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10

/** The hours taught, and who of those expected came, each as a finding with its chart. */
export function trendsOf(months: readonly Month[]) {
  const hours = months.map(({ minutes }) => hoursOf(minutes))
  const counted = months.filter(({ held }) => held > 0)
  const rates = counted.map(({ held, attended }) => Math.round((attended / held) * 100))
  return [
    trend("Hours taught", months, hours, { step: 5, unit: "" }),
    ...(counted.length > 1 ? [trend("Attendance", counted, rates, { step: 5, unit: "%" })] : []),
  ]
}

function trend(
  noun: string,
  months: readonly Month[],
  values: readonly number[],
  { step, unit }: { step: number; unit: string },
) {
  const { low, high, heights } = scaleOf(values, step)
  const points = months.map(({ month }, place) => ({
    label: formatDate(`${month}-01`, "month").slice(0, 3),
    value: `${values[place] ?? 0}${unit}`,
    height: heights[place] ?? 0,
  }))
  return {
    noun,
    finding: findingOf(noun, values, unit),
    summary: `${noun} by month: ${points.map(({ label, value }) => `${label} ${value}`).join(", ")}`,
    low: `${low}${unit}`,
    high: `${high}${unit}`,
    points,
  }
}

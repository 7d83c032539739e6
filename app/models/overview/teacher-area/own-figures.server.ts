import { cacheUntilWrite } from "db/cache-until-write.server"
import { marks } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, between, count, eq, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { trendOf } from "~/models/foundation/metrics/trend"
import { sessionsGivenBy } from "~/models/teaching/co-teacher/co-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { durationText } from "~/utils/durations"
import { formatNumber } from "~/utils/formats"

// What a teacher has taught, month by month: sessions with attendance, and who came.

const monthsShown = 6

type Month = { month: string; sessions: number; minutes: number; held: number; attended: number }

const taughtBetween = (actor: Actor, teacherId: string, from: string, to: string) =>
  and(
    own(actor, sessions),
    sessionsGivenBy(actor, teacherId),
    between(sessions.localDate, from, to),
    eq(sessions.state, "planned"),
    isNotNull(sessions.registerTakenAt),
  )

const keepMonths = cacheUntilWrite<readonly Month[]>(200)
const keepMinutes = cacheUntilWrite<number>(200)

/** The month and the five before it, oldest first. */
export const listOwnMonths = (actor: Actor, teacherId: string, month: string): readonly Month[] =>
  keepMonths([actor.school.id, teacherId, month], () => readOwnMonths(actor, teacherId, month))

function readOwnMonths(actor: Actor, teacherId: string, month: string): Month[] {
  const months = Array.from({ length: monthsShown }, (_, index) =>
    monthOf(addMonths(`${month}-01`, index - monthsShown + 1)),
  )
  const from = monthBounds(months[0] ?? month).first
  const to = monthBounds(month).last
  const ofMonth = sql<string>`substr(${sessions.localDate}, 1, 7)`
  const taught = taughtBetween(actor, teacherId, from, to)
  const lessons = select({
    month: ofMonth,
    sessions: count(),
    minutes: sql<number>`sum(${sessions.minutes})`,
  })
    .from(sessions)
    .where(taught)
    .groupBy(ofMonth)
    .all()
  const came = select({
    month: ofMonth,
    held: count(),
    attended: sql<number>`sum(${marks.countsAsAttended})`,
  })
    .from(sessions)
    // cross joins keep SQLite from starting with all the marks of a school
    .crossJoin(seats)
    .crossJoin(marks)
    .where(
      and(
        taught,
        joined(sessions, seats.sessionId),
        joined(seats, marks.seatId),
        isNull(marks.supersededAt),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .groupBy(ofMonth)
    .all()
  return months.map((each) => {
    const sum = lessons.find((row) => row.month === each)
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

const hoursOf = (minutes: number): number => minutes / 60

/** Hours taught and attendance, each as a finding with its chart. */
export function trendsOf(actor: Actor, teacherId: string, months: readonly Month[]) {
  const day = todayOf(actor)
  const attended = months
    .filter(({ held }) => held > 0)
    .map(({ month, held, attended }) => ({ month, value: Math.round((attended / held) * 100) }))
  const trends = [
    trendOf({
      noun: "Hours taught",
      months: months.map(({ month, minutes }) => ({ month, value: hoursOf(minutes) })),
      step: 5,
      show: (hours) => durationText(Math.round(hours * 60)),
      axis: (hours) => formatNumber(hours),
      current: monthOf(day),
      valueBefore: hoursOf(minutesBy(actor, teacherId, addMonths(day, -1))),
    }),
    trendOf({ noun: "Attendance", months: attended, current: monthOf(day), step: 5, unit: "%" }),
  ]
  return trends.filter((trend) => trend !== null)
}

/** Minutes taught in a day's month up to that day. */
const minutesBy = (actor: Actor, teacherId: string, day: string): number =>
  keepMinutes([actor.school.id, teacherId, day], () => {
    const found = select({ minutes: sql<number>`coalesce(sum(${sessions.minutes}), 0)` })
      .from(sessions)
      .where(taughtBetween(actor, teacherId, monthBounds(monthOf(day)).first, day))
      .get()
    return found?.minutes ?? 0
  })

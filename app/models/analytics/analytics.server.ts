import { now } from "~/utils/clock.server"
import { addMonths, formatDate, monthOf, today } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import type { Actor } from "../access/actor"
import { trendOf } from "../dashboard/trend"
import {
  activeStudentsByMonth,
  attendanceByMonth,
  lastMonths,
  type MonthSpan,
} from "../dashboard/trends.server"
import type { AnalyticsQuery } from "./analytics-query.server"
import { joinedIn, leftIn, reasonsOf, retention } from "./growth"
import { listStatusHistories } from "./growth.server"
import { ageing, moneyByMonth } from "./money-figures.server"
import {
  fillRates,
  hoursOfTheWeek,
  type TeachingRow,
  teachingByInstrument,
  teachingByTeacher,
} from "./teaching-figures.server"

// The school's figures over some months, each beside the months before. Nothing is stored: all of it is counted from the
// same rows as the lists it leads to.

/** Everything /analytics says. Money in minor units; months oldest first. */
export function findAnalytics(actor: Actor, { months: count, until }: AnalyticsQuery) {
  const day = today(actor.school.timeZone, now())
  const asked = until && until <= monthOf(day) ? until : monthOf(day)
  const months = lastMonths(actor, count, asked)
  const span = spanOf(months)
  const before = spanOf(lastMonths(actor, count, monthOf(addMonths(`${asked}-01`, -count))))
  const histories = listStatusHistories(actor)
  const left = leftIn(histories, span)
  const money = moneyByMonth(actor, months)
  const instruments = teachingByInstrument(actor, span)
  return {
    span,
    until: asked,
    months: count,
    students: trendOf(
      "Students",
      activeStudentsByMonth(actor, months).map(({ month, count: value }) => ({ month, value })),
      10,
      "",
    ),
    attendance: trendOf(
      "Attendance",
      attendanceByMonth(actor, months).flatMap(({ month, percent }) =>
        percent === null ? [] : [{ month, value: percent }],
      ),
      10,
      "%",
    ),
    joined: joinedIn(histories, span),
    joinedBefore: joinedIn(histories, before).length,
    left,
    leftBefore: leftIn(histories, before).length,
    reasons: reasonsOf(left),
    cohorts: retention(histories, months, day),
    money,
    moneyBefore: moneyByMonth(actor, [before])[0] ?? { billedMinor: 0, collectedMinor: 0 },
    revenue: revenueTrend(actor, money),
    ageing: ageing(actor),
    teachers: actor.school.kind === "solo" ? [] : teachingByTeacher(actor, span),
    instruments,
    taught: sumUp(instruments),
    taughtBefore: sumUp(teachingByInstrument(actor, before)),
    fill: fillRates(actor),
    hours: hoursOfTheWeek(actor, span),
    currency: actor.school.currency,
  }
}

function spanOf(months: readonly MonthSpan[]): MonthSpan {
  return { first: months[0]?.first ?? "", last: months.at(-1)?.last ?? "" }
}

const sumUp = (rows: readonly TeachingRow[]) => ({
  sessions: rows.reduce((sum, { sessions }) => sum + sessions, 0),
  minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
})

const compact = new Intl.NumberFormat("en-US", { notation: "compact" })

/** Received money as a chart; null for fewer than two months. */
function revenueTrend(actor: Actor, months: readonly { first: string; collectedMinor: number }[]) {
  const show = (minor: number) => formatMoney(minor, actor.school.currency)
  const trend = trendOf(
    "Received",
    months.map(({ first, collectedMinor }) => ({ month: monthOf(first), value: collectedMinor })),
    50_000,
    "",
    show,
    (minor) => compact.format(minor / 100),
  )
  const latest = months.at(-1)
  if (!trend || !latest) return null
  return {
    ...trend,
    finding: `${show(latest.collectedMinor)} received in ${formatDate(latest.first, "month")}`,
  }
}

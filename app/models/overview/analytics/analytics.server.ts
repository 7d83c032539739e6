import { keepUnchanged } from "db/unchanged.server"
import type { Actor } from "~/models/foundation/access/actor"
import { trendOf } from "~/models/foundation/metrics/trend"
import { sumReceived } from "~/models/money/ledger/received.server"
import { readAside } from "~/providers/threads/aside.server"
import { now } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { signsOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { today } from "~/utils/zones"
import {
  activeStudentsByMonth,
  attendanceByMonth,
  attendanceTrend,
  lastMonths,
  type MonthSpan,
  studentsTrend,
} from "../dashboard/trends.server"
import { readTaught } from "../taught/read-taught.server"
import { addUp } from "../taught/taught"
import type { AnalyticsQuery } from "./analytics-query.server"
import { joinedIn, leftIn, reasonsOf, retention } from "./growth"
import { listStatusHistories } from "./growth.server"
import { ageing, moneyByMonth } from "./money-figures.server"
import { byInstrument, byTeacher, fillRates, type TeachingRow } from "./teaching-figures.server"

// The school's figures over some months, each beside the months before, from the same rows as the lists that it leads to.
// What was taught on days that are over is kept in sums (../taught), the rest is counted each time.

/** Everything /analytics says. Money in minor units; months oldest first. */
export function findAnalytics(actor: Actor, { months: count, until }: AnalyticsQuery) {
  const day = today(actor.school.timeZone, now())
  const month = until && until <= monthOf(day) ? until : monthOf(day)
  const months = lastMonths(actor, count, month)
  const span = spanOf(months)
  const before = spanOf(lastMonths(actor, count, monthOf(addMonths(`${month}-01`, -count))))
  const histories = listStatusHistories(actor)
  const left = leftIn(histories, span)
  const money = moneyByMonth(actor, months)
  const [taught = addUp([]), taughtBefore = addUp([])] = readTaught(actor, [span, before])
  const instruments = byInstrument(taught)
  return {
    span,
    until: month,
    months: count,
    students: studentsTrend(actor, activeStudentsByMonth(actor, months)),
    attendance: attendanceTrend(actor, attendanceByMonth(actor, months)),
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
    teachers: actor.school.kind === "solo" ? [] : byTeacher(actor, taught),
    instruments,
    taught: sumUp(instruments),
    taughtBefore: sumUp(byInstrument(taughtBefore)),
    fill: fillRates(actor),
    hours: taught.hours,
    currency: actor.school.currency,
  }
}

type Figures = ReturnType<typeof findAnalytics>

/**
 * The same for a screen, read aside, where it holds up no one else, and once between two writes. It reads one moment of
 * the school.
 */
export async function findAnalyticsAside(actor: Actor, query: AnalyticsQuery): Promise<Readonly<Figures>> {
  const minute = Math.floor(now() / 60_000)
  const kept = keepFigures(JSON.stringify([actor.school.id, query, minute]), () => ({}))
  kept.figures ??= await readAside({
    name: "analytics",
    input: { schoolId: actor.school.id, query },
    here: () => findAnalytics(actor, query),
  })
  return kept.figures
}

/** Empty until they were read, and for good where reading them failed. */
const keepFigures = keepUnchanged<{ figures?: Readonly<Figures> }>(50)

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
  const day = today(actor.school.timeZone, now())
  const sameDay = addMonths(day, -1)
  return trendOf({
    noun: "Payments received",
    months: months.map(({ first, collectedMinor }) => ({ month: monthOf(first), value: collectedMinor })),
    step: 50_000,
    show: (minor) => formatMoney(minor, actor.school.currency),
    axis: (minor) => compact.format(minor / 100).replace(".", signsOf(actor.school).decimal),
    current: monthOf(day),
    valueBefore: sumReceived(actor, { from: monthBounds(monthOf(sameDay)).first, to: sameDay }),
  })
}

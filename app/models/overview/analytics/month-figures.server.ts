import type { Actor } from "~/models/foundation/access/actor"
import { countCredits } from "~/models/teaching/credit/credit.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { activeStudentsByMonth } from "../dashboard/trends.server"
import { readTaught } from "../taught/read-taught.server"
import { addUp, type Taught } from "../taught/taught"
import { joinedIn, leftIn } from "./growth"
import { listStatusHistories } from "./growth.server"
import { hoursText } from "./hours-text"
import { moneyByMonth } from "./money-figures.server"

export type MonthFigure = { label: string; text: string; isMoney: boolean }

/**
 * The figures of a month that is over (`YYYY-MM`), each with the month before: the same as on /analytics. Empty for a school
 * in which nothing has happened.
 */
export function findMonthFigures(actor: Actor, month: string): MonthFigure[] {
  const span = monthBounds(month)
  const before = monthBounds(monthOf(addMonths(span.first, -1)))
  const [students, studentsBefore] = activeStudentsByMonth(actor, [span, before]).map(({ count }) => count)
  const histories = listStatusHistories(actor)
  const [taught = addUp([]), taughtBefore = addUp([])] = readTaught(actor, [span, before])
  const [money, moneyBefore] = moneyByMonth(actor, [span, before])
  const [lessons, lessonsBefore] = [lessonsOf(taught), lessonsOf(taughtBefore)]
  if (!students && lessons.count === 0 && !money?.collectedMinor && !money?.billedMinor) return []
  const figure = (label: string, is: string, was: string, isMoney = false) => ({
    label,
    text: `${is} (${was})`,
    isMoney,
  })
  const number = (count: number | undefined) => formatNumber(count ?? 0)
  const amount = (minor: number | undefined) => formatMoney(minor ?? 0, actor.school.currency)
  return [
    figure("Active and trial students", number(students), number(studentsBefore)),
    figure("Joined", number(joinedIn(histories, span).length), number(joinedIn(histories, before).length)),
    figure("Left", number(leftIn(histories, span).length), number(leftIn(histories, before).length)),
    figure("Lessons given", number(lessons.count), number(lessonsBefore.count)),
    figure("Hours taught", hoursText(lessons.minutes), hoursText(lessonsBefore.minutes)),
    figure("Attendance", rateOf(taught), rateOf(taughtBefore)),
    figure("Billed", amount(money?.billedMinor), amount(moneyBefore?.billedMinor), true),
    figure("Received", amount(money?.collectedMinor), amount(moneyBefore?.collectedMinor), true),
    { label: "Make-up credits open today", text: number(countCredits(actor).open), isMoney: false },
  ]
}

const lessonsOf = ({ parts }: Taught) => ({
  count: parts.reduce((sum, { sessions }) => sum + sessions, 0),
  minutes: parts.reduce((sum, { minutes }) => sum + minutes, 0),
})

const rateOf = ({ marked, attended }: Taught) =>
  marked > 0 ? `${Math.round((attended / marked) * 100)}%` : "–"

import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { lastMonths, type MonthSpan } from "../dashboard/trends.server"
import type { AnalyticsQuery } from "./analytics-query.server"
import type { CardPlan } from "./cards"

/** The months asked for, oldest first, the days of all of them, and the days that they are compared with. */
export function periodOf(
  actor: Actor,
  { months: count, until, compare }: Pick<AnalyticsQuery, "months" | "until" | "compare">,
) {
  const day = today(actor.school.timeZone, now())
  const month = until && until <= monthOf(day) ? until : monthOf(day)
  const months = lastMonths(actor, count, month)
  const span = spanOf(months)
  const before =
    compare === "year"
      ? { first: addMonths(span.first, -12), last: addMonths(span.last, -12) }
      : spanOf(lastMonths(actor, count, monthOf(addMonths(`${month}-01`, -count))))
  return { day, month, months, span, before }
}
export type Period = ReturnType<typeof periodOf>

const spanOf = (months: readonly MonthSpan[]): MonthSpan => ({
  first: months[0]?.first ?? "",
  last: months.at(-1)?.last ?? "",
})

/** The days that a card is about, and those it is compared with; null where it isn't. */
export function daysOf(
  { days }: Pick<CardPlan, "days">,
  { day, span, before }: Period,
): { span: MonthSpan; before: MonthSpan | null } {
  if (days === "months") return { span, before }
  if (days === "today") return { span: { first: day, last: day }, before: null }
  return { span: monthBounds(monthOf(addMonths(`${monthOf(day)}-01`, 1))), before: null }
}

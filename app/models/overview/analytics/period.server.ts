import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { lastMonths, type MonthSpan } from "../dashboard/trends.server"
import type { AnalyticsQuery } from "./analytics-query.server"
import type { CardPlan } from "./cards"

/** The months asked for, oldest first, the days of all of them, and the days and the day that they and today are compared with. */
export function periodOf(
  actor: Actor,
  { months: count, until, compare }: Pick<AnalyticsQuery, "months" | "until" | "compare">,
) {
  const day = today(actor.school.timeZone, now())
  const month = until && until <= monthOf(day) ? until : monthOf(day)
  const months = lastMonths(actor, count, month)
  const span = spanOf(months)
  const back = compare === "year" ? 12 : count
  return { day, month, months, span, before: earlier(span, back), dayBefore: addMonths(day, -back) }
}
export type Period = ReturnType<typeof periodOf>

/** As many days some months earlier: whole months beside whole ones, a month under way beside as much of that one. */
function earlier({ first, last }: MonthSpan, months: number): MonthSpan {
  const sameDay = addMonths(last, -months)
  const isWhole = last === monthBounds(monthOf(last)).last
  return { first: addMonths(first, -months), last: isWhole ? monthBounds(monthOf(sameDay)).last : sameDay }
}

const spanOf = (months: readonly MonthSpan[]): MonthSpan => ({
  first: months[0]?.first ?? "",
  last: months.at(-1)?.last ?? "",
})

/** The days that a card is about, and those it is compared with; null where it isn't. */
export function daysOf(
  { days, isCompared }: Pick<CardPlan, "days" | "isCompared">,
  { day, span, before, dayBefore }: Period,
): { span: MonthSpan; before: MonthSpan | null } {
  if (days === "months") return { span, before }
  const only = (one: string) => ({ first: one, last: one })
  if (days === "today") return { span: only(day), before: isCompared ? only(dayBefore) : null }
  return { span: monthBounds(monthOf(addMonths(`${monthOf(day)}-01`, 1))), before: null }
}

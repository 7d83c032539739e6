import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { lastMonths, type MonthSpan } from "../dashboard/trends.server"
import { type Comparison, comparisons, spans } from "./analytics-period"
import { type CardKey, type CardPlan, cardKeys } from "./cards"
import { tableKeys } from "./figure-table"

// What an analysis is about, as it appears in the URL. Anything unusable is left out, not refused.

const name = z.string().trim().min(1).max(100).optional().catch(undefined)

export const AnalyticsQuery = z.object({
  /** How many months. */
  months: z.coerce
    .number()
    .refine((count) => (spans as readonly number[]).includes(count))
    .catch(6),
  /** The last of them, `YYYY-MM`; this month unless given. */
  until: z
    .string()
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  compare: z.enum(Object.keys(comparisons) as [Comparison, ...Comparison[]]).catch("before"),
  teacher: name,
  instrument: name,
})
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>

/** The card or table that a file is of. */
export const FigureFileKey = z
  .enum([...(cardKeys as [CardKey, ...CardKey[]]), ...tableKeys])
  .catch("cancellations")

/** The rows of one figure of a card. */
export const FigureRowsQuery = AnalyticsQuery.extend({
  card: z.enum(cardKeys as [CardKey, ...CardKey[]]).catch("cancellations"),
  of: z.string().max(40).catch("canceled-family"),
  /** Only what is counted under this reason or age. */
  part: z.string().trim().min(1).max(1000).optional().catch(undefined),
  /** Of the days compared with, instead of those chosen. */
  days: z.literal("before").optional().catch(undefined),
})
export type FigureRowsQuery = z.output<typeof FigureRowsQuery>

/**
 * The months asked for, oldest first, the days of all of them, and what is compared: with these days others, with today an
 * earlier day, and with the month to come the latest that is over or the same of a year before.
 */
export function periodOf(
  actor: Actor,
  { months: count, until, compare }: Pick<AnalyticsQuery, "months" | "until" | "compare">,
) {
  const day = todayOf(actor)
  const month = until && until <= monthOf(day) ? until : monthOf(day)
  const months = lastMonths(actor, count, month)
  const span = spanOf(months)
  const back = compare === "year" ? 12 : count
  const monthsBack = compare === "year" ? 11 : 1
  return {
    ...{ day, month, months, span, before: earlier(span, back), dayBefore: addMonths(day, -back) },
    monthBefore: monthBounds(monthOf(addMonths(`${monthOf(day)}-01`, -monthsBack))),
  }
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

/** The days that a card is about, and those it is compared with. */
export function daysOf(
  { days }: Pick<CardPlan, "days">,
  { day, span, before, dayBefore, monthBefore }: Period,
): { span: MonthSpan; before: MonthSpan } {
  if (days === "months") return { span, before }
  const only = (one: string) => ({ first: one, last: one })
  if (days === "today") return { span: only(day), before: only(dayBefore) }
  return { span: monthBounds(monthOf(addMonths(`${monthOf(day)}-01`, 1))), before: monthBefore }
}

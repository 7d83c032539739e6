import { cacheUntilWrite } from "db/cache-until-write.server"
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/figures"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { areSearched, listedLines } from "~/models/teaching/session/listed-lines"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { findAmong } from "~/utils/find-among"
import { formatDate } from "~/utils/formats"
import { lastMonths, type MonthSpan } from "../dashboard/trends.server"
import { type Comparison, comparisons, none, spans } from "./analytics-period"
import { type CardKey, type CardPlan, cardKeys, cardPlans, titleOf } from "./cards"
import { tableKeys } from "./figure-table"
import { partText } from "./money-figures.server"

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

const mostOffered = 8

/**
 * What figures can be narrowed to: teachers, of whom a large school finds one by name, and the instruments of its classes.
 * A teacher or instrument that the school doesn't have narrows nothing.
 */
export function findAnalyticsFilters(actor: Actor, asked: AnalyticsQuery, search: string) {
  const isSolo = actor.school.kind === "solo"
  const all = isSolo ? [] : listTeachers(actor).map(({ id, name }) => ({ id, name }))
  const instruments = listInstruments(actor)
  const query = {
    ...asked,
    teacher: asked.teacher === none || all.some(({ id }) => id === asked.teacher) ? asked.teacher : undefined,
    instrument:
      asked.instrument === none || instruments.includes(asked.instrument ?? "")
        ? asked.instrument
        : undefined,
  }
  const found = search
    ? findAmong(
        all.map(({ id, name }) => ({ id, title: name })),
        search,
        mostOffered,
      ).found.map(({ id, title }) => ({ id, name: title }))
    : []
  return {
    query,
    found,
    search,
    filters: {
      isSolo,
      isSearched: areSearched(all),
      teachers: listedLines(all, query.teacher),
      instruments,
    },
  }
}

/** What a list of a figure's rows says above them: what it counts, in which days, and of whom. */
export function findFigureHead(actor: Actor, { card, of, part, days: which, ...query }: FigureRowsQuery) {
  const plan = cardPlans[card]
  const narrows: readonly string[] = plan.narrows
  const title = titleOf(plan, actor.school.kind === "solo")
  const metric: Metric | undefined = Object.hasOwn(glossary, of) ? glossary[of as MetricKey] : undefined
  const found = daysOf(plan, periodOf(actor, query))
  const isBefore = which === "before"
  const span = isBefore ? found.before : found.span
  const teacher = query.teacher && listTeachers(actor).find(({ id }) => id === query.teacher)?.name
  const days =
    plan.days !== "today"
      ? `${formatDate(span.first, "full")} to ${formatDate(span.last, "full")}`
      : isBefore
        ? formatDate(span.last, "full")
        : "Today"
  return {
    title: `${title}: ${metric?.name ?? ""}`,
    definition: metric?.definition ?? "",
    about: [
      days,
      query.teacher === none ? "No teacher" : teacher,
      narrows.includes("instrument") && (query.instrument === none ? "No instrument" : query.instrument),
      part && partText(of, part),
    ]
      .filter(Boolean)
      .join(", "),
    tab: plan.tab,
    card: title,
  }
}

const keepInstruments = cacheUntilWrite<readonly string[]>(100)

/** The instruments of a school’s classes. */
export const listInstruments = (actor: Actor): readonly string[] =>
  keepInstruments([actor.school.id], () =>
    askAll<{ instrument: string }>(sql`
        select distinct c.instrument from classes c
        where c.school_id = ${actor.school.id} and c.instrument is not null
        order by c.instrument collate nocase`).map(({ instrument }) => instrument),
  )

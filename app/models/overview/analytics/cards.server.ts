import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { todayOf } from "~/utils/clock.server"
import { monthOf } from "~/utils/dates"
import type { Narrowing } from "./analytics-period"
import type { AnalyticsQuery, FigureRowsQuery } from "./analytics-query.server"
import { listAtRisk } from "./at-risk-students.server"
import { listAttendance } from "./attendance-rows.server"
import { listCancellations, sumCancellations } from "./cancellations.server"
import { type Card, cardOf, columnsFor, type ShownCard, shownCard } from "./card-figures"
import { type AnalyticsTab, type CardKey, type CardPlan, cardKeys, cardPlans, type Sees } from "./cards"
import { listChargedMonth } from "./charged-month.server"
import { type Counted, rowsOf } from "./counted"
import { listMoneyParts, listOutstandingParts } from "./divided-money.server"
import { hasPart } from "./figure-part.server"
import { listForecast } from "./forecast.server"
import { sumForecast } from "./forecast-sums.server"
import { listGiven, listLessons } from "./given-lessons.server"
import { listSpots } from "./group-spots.server"
import { listCohorts, listLearning, listMovers } from "./growth.server"
import { listOwedLessons } from "./make-up-liability.server"
import { listMargin } from "./margin.server"
import { type FigurePage, pageOfMargin } from "./margin-page.server"
import { sumMargin } from "./margin-sums.server"
import { sumMoneyParts, sumOutstanding } from "./money-sums.server"
import { daysOf, periodOf } from "./period.server"
import { listRetained } from "./retained.server"
import { listUtilization, sumUtilization } from "./utilization.server"

// The cards of /analytics with their figures, and the rows behind each figure: both from the same list.

type Span = { first: string; last: string }

type Lister = (actor: Actor, span: Span, narrowing: Narrowing, sees: Sees, asked: Asked) => Counted[]
type Asked = {
  /** The part of the figure, where a link asks for one. */
  part?: string
  /** The one figure that is asked for, where others needn't be counted. */
  of?: MetricKey
}

const moneyParts: Lister = (actor, span, narrowing) => listMoneyParts(actor, span, narrowing)
const outstandingOn: Lister = (actor, { last }, narrowing) => listOutstandingParts(actor, last, narrowing)
const outstandingSums: Lister = (actor, { last }, narrowing) => sumOutstanding(actor, last, narrowing)

/** What each card counts. */
const listers: Record<CardKey, Lister> = {
  "joined-and-left": listMovers,
  "retention-by-teacher": (actor, span, narrowing) => listRetained(actor, "teacher", span, narrowing),
  "retention-by-instrument": (actor, span, narrowing) => listRetained(actor, "instrument", span, narrowing),
  "students-then": (actor, span, narrowing, _, { part }) => listLearning(actor, span, narrowing, part),
  cohorts: listCohorts,
  "lessons-given": listLessons,
  attendance: listAttendance,
  "hours-by-weekday": (actor, span, narrowing, _, { part }) =>
    listGiven(actor, span, narrowing, ["hours-of-week"], part),
  "group-spots": (actor, { last }, narrowing) => listSpots(actor, last, narrowing),
  cancellations: listCancellations,
  utilization: listUtilization,
  "money-by-teacher": moneyParts,
  "money-by-instrument": moneyParts,
  "outstanding-by-teacher": outstandingOn,
  "outstanding-by-instrument": outstandingOn,
  "outstanding-by-age": outstandingOn,
  "make-up-liability": (actor, { last }, narrowing) => listOwedLessons(actor, last, narrowing),
  margin: (actor, span, narrowing, _, { of }) => listMargin(actor, span, narrowing, of),
  "at-risk": (actor, { last }, narrowing, sees) => listAtRisk(actor, last, narrowing, sees),
  forecast: (actor, span, narrowing, sees) =>
    span.last < todayOf(actor)
      ? listChargedMonth(actor, span, narrowing, sees)
      : listForecast(actor, span, narrowing, sees),
}

/** The same summed up, where a card of two years would list hundreds of thousands of lessons or lines of invoices. */
const summers: Partial<typeof listers> = {
  cancellations: sumCancellations,
  utilization: sumUtilization,
  margin: sumMargin,
  "money-by-teacher": sumMoneyParts,
  "money-by-instrument": sumMoneyParts,
  "outstanding-by-teacher": outstandingSums,
  "outstanding-by-instrument": outstandingSums,
  forecast: sumForecast,
}

/** A solo teacher has no other teachers to compare. */
const betweenTeachers: readonly CardKey[] = [
  "retention-by-teacher",
  "money-by-teacher",
  "outstanding-by-teacher",
]

/** Whether someone may see a card, and whether a school has it at all. */
export const hasCard = (actor: Actor, key: CardKey, sees: Sees): boolean => {
  const plan: CardPlan = cardPlans[key]
  if (plan.showsPay && !(sees.money && (sees.pay || isSolo(actor)))) return false
  if (columnsFor(key, sees, isSolo(actor)).length === 0) return false
  return !isSolo(actor) || !betweenTeachers.includes(key)
}

const isSolo = (actor: Actor) => actor.school.kind === "solo"

/** What was counted for one card and is counted alike for another. */
type Listed = Map<Lister, Map<string, Counted[]>>

/** The cards of a tab. */
export function findCards(actor: Actor, tab: AnalyticsTab, query: AnalyticsQuery, sees: Sees): ShownCard[] {
  const listed: Listed = new Map()
  return cardKeys
    .filter((key) => cardPlans[key].tab === tab && !(cardPlans[key] as CardPlan).isRowsOnly)
    .flatMap((key) => findCard(actor, key, query, sees, listed) ?? [])
    .map((card) => shownCard(card, actor.school.currency))
}

/** One card; nothing where it isn't shown. */
export function findCard(
  actor: Actor,
  key: CardKey,
  query: AnalyticsQuery,
  sees: Sees,
  listed: Listed = new Map(),
): Card | undefined {
  if (!hasCard(actor, key, sees)) return undefined
  const { span, before } = daysOf(cardPlans[key], periodOf(actor, query))
  const count = summers[key] ?? listers[key]
  const known = listed.get(count) ?? new Map<string, Counted[]>()
  listed.set(count, known)
  const list = (days: Span) => {
    const asked = JSON.stringify([days, narrowingOf(key, query)])
    const rows = known.get(asked) ?? count(actor, days, narrowingOf(key, query), sees, {})
    known.set(asked, rows)
    return rows
  }
  const card = cardOf(key, list(span), list(before), { sees, isSolo: isSolo(actor) })
  const { days } = cardPlans[key]
  return {
    ...card,
    beforeOn: days === "today" ? before.last : null,
    beforeIn: days === "next-month" ? monthOf(before.first) : null,
  }
}

/** What narrows a card: some can't be divided by instrument. */
function narrowingOf(key: CardKey, { teacher, instrument }: Narrowing): Narrowing {
  const narrows: readonly string[] = cardPlans[key].narrows
  return {
    teacher: narrows.includes("teacher") ? teacher : undefined,
    instrument: narrows.includes("instrument") ? instrument : undefined,
  }
}

/** The figure and its days that rows are requested of; undefined for one that isn't shown or has none. */
function figureAsked(actor: Actor, { card, of, days, ...query }: FigureRowsQuery, sees: Sees) {
  const metric = columnsFor(card, sees, isSolo(actor)).find(
    (column): column is Extract<typeof column, string> => column === of,
  )
  if (!metric || !hasCard(actor, card, sees)) return undefined
  const { span, before } = daysOf(cardPlans[card], periodOf(actor, query))
  return { metric, asked: days === "before" ? before : span }
}

/** A page of these rows where only the days of the page need to be read; undefined for all other figures. */
export function pageFigureRows(
  actor: Actor,
  query: FigureRowsQuery,
  sees: Sees,
  page: { from: number; count: number },
): FigurePage | undefined {
  if (query.card !== "margin" || query.part !== undefined) return undefined
  const figure = figureAsked(actor, query, sees)
  if (!figure) return undefined
  const narrowing = narrowingOf(query.card, query)
  return pageOfMargin(actor, figure.asked, { of: figure.metric, narrowing, ...page })
}

/** The rows that a figure of a card counts; undefined for one that isn't shown or has none. */
export function listFigureRows(actor: Actor, query: FigureRowsQuery, sees: Sees): Counted[] | undefined {
  const figure = figureAsked(actor, query, sees)
  if (!figure) return undefined
  const { card, part } = query
  const { metric, asked } = figure
  const rows = rowsOf(
    listers[card](actor, asked, narrowingOf(card, query), sees, { part, of: metric }),
    metric,
  ).filter((row) => part === undefined || hasPart(metric, row.part, part))
  return sees.money ? rows : rows.map((row) => ({ ...row, amountMinor: null }))
}

import { keepUnchanged } from "db/unchanged.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/glossary"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { areSearched, listedLines } from "~/models/teaching/session/listed-lines"
import { formatDate } from "~/utils/date-text"
import { findAmong } from "~/utils/find-among"
import { none } from "./analytics-period"
import { type AnalyticsQuery, daysOf, type FigureRowsQuery, periodOf } from "./analytics-query.server"
import { titleOf } from "./card-figures"
import { cardPlans } from "./cards"
import { partText } from "./money-figures.server"

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

const keepInstruments = keepUnchanged<readonly string[]>(100)

/** The instruments of a school’s classes. */
export const listInstruments = (actor: Actor): readonly string[] =>
  keepInstruments([actor.school.id], () =>
    askAll<{ instrument: string }>(sql`
        select distinct c.instrument from classes c
        where c.school_id = ${actor.school.id} and c.instrument is not null
        order by c.instrument collate nocase`).map(({ instrument }) => instrument),
  )

import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { sumEarnedByAll } from "~/models/money/pay/earned-sums.server"
import { readLessonGroups } from "../taught/lesson-groups.server"
import type { Narrowing } from "./analytics-period"
import { type Counted, isOf, rowsOf } from "./counted"
import { listMargin } from "./margin.server"

// A page of the rows behind a figure of the margin: how many there are on each day is known from what is kept of the lessons,
// so only the days of the page are listed, not the hundred thousand lessons of two years.

type Span = { first: string; last: string }
/** So many rows of a day that come to so much; null where none of them has an amount. */
type Day = { day: string; rows: number; amountMinor: number | null }

export type FigurePage = {
  rows: Counted[]
  total: number
  minutes: number | null
  amountMinor: number | null
}

/** The rows from one on, of all that `listMargin` has for a figure. */
export function pageOfMargin(
  actor: Actor,
  span: Span,
  { of, narrowing, from, count }: { of: MetricKey; narrowing: Narrowing; from: number; count: number },
): FigurePage {
  const days = countDays(actor, span, { of, narrowing })
  let before = 0
  const shown: { day: string; before: number }[] = []
  for (const { day, rows } of days) {
    if (before < from + count && before + rows > from) shown.push({ day, before })
    before += rows
  }
  const amounts = days.flatMap(({ amountMinor }) => amountMinor ?? [])
  const [first, last] = [shown[0], shown.at(-1)]
  const listed =
    first && last ? rowsOf(listMargin(actor, { first: first.day, last: last.day }, narrowing, of), of) : []
  const start = from - (first?.before ?? 0)
  return {
    rows: listed.slice(start, start + count),
    total: before,
    minutes: null,
    amountMinor: amounts.length > 0 ? amounts.reduce((sum, minor) => sum + minor, 0) : null,
  }
}

/** The days that have rows of a figure, in order. */
function countDays(
  actor: Actor,
  span: Span,
  { of, narrowing }: { of: MetricKey; narrowing: Narrowing },
): Day[] {
  const days = new Map<string, Day>()
  for (const { day, rows, amountMinor } of countRows(actor, span, { of, narrowing })) {
    const known = days.get(day) ?? { day, rows: 0, amountMinor: null }
    const sum = amountMinor === null ? known.amountMinor : (known.amountMinor ?? 0) + amountMinor
    days.set(day, { day, rows: known.rows + rows, amountMinor: sum })
  }
  return [...days.values()].filter(({ rows }) => rows > 0).sort((a, b) => (a.day < b.day ? -1 : 1))
}

function countRows(
  actor: Actor,
  span: Span,
  { of, narrowing }: { of: MetricKey; narrowing: Narrowing },
): Day[] {
  if (of === "expenses-spent" || of === "other-income")
    return listMargin(actor, span, narrowing, of).map(({ on, amountMinor }) => ({
      day: on ?? "",
      rows: 1,
      amountMinor,
    }))
  const isAsked = ({ teacherId, instrument }: { teacherId: string | null; instrument: string | null }) =>
    isOf({ teacher: teacherId === null ? null : { id: teacherId, name: "" }, instrument }, narrowing)
  const groups = readLessonGroups(actor, span)
  if (of === "charged-for-lessons")
    return groups
      .filter((group) => group.isOwn && isAsked(group))
      .map(({ day, lessons, chargedMinor }) => ({
        day,
        rows: lessons,
        amountMinor: lessons * Math.round(chargedMinor),
      }))
  if (actor.school.kind === "solo") return []
  return sumEarnedByAll(actor, { from: span.first, to: span.last }, groups)
    .filter(isAsked)
    .map(({ day, lines, unrated, amountMinor }) =>
      of === "lessons-unrated"
        ? { day, rows: unrated, amountMinor: null }
        : { day, rows: lines, amountMinor: lines > unrated ? amountMinor : null },
    )
}

import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/glossary"
import { type CardKey, type CardPlan, cardPlans, type Derived, type Sees } from "./cards"
import { type Counted, figureOf, groupsOf } from "./counted"
import { definitionsOf, figureNumber, figureText } from "./figure-text"

// A card as a table of figures: a row for each teacher or instrument, and the total. Every figure is counted from the rows
// of its card, also the total: no row is counted twice. Safe in the browser.

export type FigureLine = { id: string; name: string; values: (number | null)[] }

export type Card = {
  key: CardKey
  title: string
  /** The heading of the first column; null where there is only the total. */
  by: "Teacher" | "Instrument" | null
  columns: { metric: MetricKey; label: string; opens: boolean }[]
  lines: FigureLine[]
  total: (number | null)[]
  /** The total of the days compared with. */
  before: (number | null)[]
  /** The day compared with, where it is about one day, or the month (`YYYY-MM`), where it is about a month to come. */
  beforeOn: string | null
  beforeIn: string | null
  definitions: { name: string; definition: string }[]
}

/** What a card is called. */
export const titleOf = ({ title, soloTitle }: CardPlan, isSolo: boolean): string =>
  (isSolo && soloTitle) || title

type Column = CardPlan["columns"][number]
const metricOf = (column: Column): MetricKey => (typeof column === "string" ? column : column.metric)

/** The columns that someone may see. A solo teacher is paid by no one. */
export const columnsFor = (key: CardKey, sees: Sees, isSolo: boolean): Column[] =>
  (cardPlans[key] as CardPlan).columns.filter(
    (column) =>
      (sees.money || !tellsMoney(metricOf(column))) && !(isSolo && ofPay.includes(metricOf(column))),
  )

const ofPay: readonly MetricKey[] = ["teacher-earned", "lessons-unrated"]
const tellsMoney = (key: MetricKey) => key === "risk-overdue" || (glossary[key] as Metric).unit === "money"

/** The card of some rows, for a school with one teacher without a row for each. */
export function cardOf(
  key: CardKey,
  rows: readonly Counted[],
  rowsBefore: readonly Counted[],
  { sees, isSolo }: { sees: Sees; isSolo: boolean },
): Omit<Card, "beforeOn" | "beforeIn"> {
  const plan: CardPlan = cardPlans[key]
  const columns = columnsFor(key, sees, isSolo)
  const by = plan.by === "teacher" && isSolo ? null : plan.by
  const groups = by ? groupsOf(rows, by) : []
  const valuesOf = (those: readonly Counted[]) => columns.map((column) => figureIn(columns, column, those))
  return {
    key,
    title: titleOf(plan, isSolo),
    by: by && (by === "teacher" ? "Teacher" : "Instrument"),
    columns: columns.map((column) => {
      const metric: Metric = glossary[metricOf(column)]
      // One that is made of others opens those.
      const opens = metric.opens !== undefined || typeof column !== "string"
      return { metric: metricOf(column), label: metric.name, opens }
    }),
    lines: groups.map(({ id, name, rows: those }) => ({ id, name, values: valuesOf(those) })),
    total: valuesOf(rows),
    before: valuesOf(rowsBefore),
    definitions: definitionsOf(columns.map(metricOf)),
  }
}

function figureIn(columns: readonly Column[], column: Column, rows: readonly Counted[]): number | null {
  if (typeof column === "string") return figureOf(rows, column)
  if (column.unless && figureOf(rows, column.unless) > 0) return null
  const parts = column.of.map((key) => {
    const derived = columns.find((each): each is Derived => typeof each !== "string" && each.metric === key)
    return derived ? figureIn(columns, derived, rows) : figureOf(rows, key)
  })
  const known = parts.filter((part) => part !== null)
  if (known.length < parts.length) return null
  const [a = 0, b = 0] = known
  if (column.is === "share") return b > 0 ? Math.round((100 * a) / b) : null
  if (column.is === "balance")
    return known.reduce((sum, part, index) => (index === known.length - 1 ? sum + part : sum - part))
  return known.reduce((sum, part) => (column.is === "sum" ? sum + part : sum - part))
}

/** The card as a screen shows it: its figures as text. */
export function shownCard({ lines, total, before, ...card }: Card, currency: string) {
  const texts = (values: readonly (number | null)[]) =>
    card.columns.map(({ metric }, index) => figureText(metric, values[index] ?? null, currency))
  return {
    ...card,
    /** Nothing in it, nor in the days it's compared with. */
    isEmpty: [total, before, ...lines.map(({ values }) => values)].flat().every((value) => !value),
    lines: lines.map(({ id, name, values }) => ({ id, name, texts: texts(values) })),
    total: texts(total),
    before: texts(before),
  }
}
export type ShownCard = ReturnType<typeof shownCard>

/** The card as rows of a file: the same figures as numbers, with the total last. */
export function fileOf({ by, columns, lines, total, before, beforeOn, beforeIn }: Card): {
  head: string[]
  lines: (string | number | null)[][]
} {
  const numbers = (values: readonly (number | null)[]) =>
    values.map((value, index) => figureNumber(columns[index]?.metric as MetricKey, value))
  return {
    head: [by ?? "", ...columns.map(({ label }) => label)],
    lines: [
      ...lines.map(({ name, values }) => [name, ...numbers(values)]),
      ["Total", ...numbers(total)],
      [beforeOn ?? beforeIn ?? "Previously", ...numbers(before)],
    ],
  }
}

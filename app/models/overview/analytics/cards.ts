import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/figures"
import { durationText } from "~/utils/durations"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { type Counted, figureOf, groupsOf } from "./counted"

// The cards of /analytics: what each is called, which figures it has and by what it divides them.

/** A figure made of others of its row: the first as a share of the second, less all others, with them, or with the last one and less those between. */
export type Derived = {
  metric: MetricKey
  is: "share" | "difference" | "sum" | "balance"
  of: readonly [MetricKey, MetricKey, ...MetricKey[]]
  /** Not known while this one counts anything. */
  unless?: MetricKey
}

/** What of the school someone sees: amounts of families, and what teachers are paid. */
export type Sees = { money: boolean; pay: boolean }

export type CardPlan = {
  title: string
  /** In a school with one teacher. */
  soloTitle?: string
  tab: AnalyticsTab
  by: "teacher" | "instrument" | null
  columns: readonly (MetricKey | Derived)[]
  /** Which days it is about, beside earlier ones: all months chosen, today or the month after this one. */
  days: "months" | "today" | "next-month"
  narrows: readonly ("teacher" | "instrument")[]
  /** Why it isn't narrowed to an instrument. */
  ofAllInstruments?: string
  /** Has no table of its own: its figures stand elsewhere on the tab and open its rows. */
  isRowsOnly?: true
  /** Shows what teachers are paid. */
  showsPay?: true
}

export const analyticsTabs = {
  students: "Students",
  teaching: "Lessons",
  money: "Money",
  ahead: "Looking ahead",
} as const
export type AnalyticsTab = keyof typeof analyticsTabs

const both = ["teacher", "instrument"] as const
const billedAndReceived = {
  tab: "money",
  columns: ["billed-part", "received-part"],
  days: "months",
  narrows: both,
} as const
const outstanding = {
  tab: "money",
  columns: ["open-part"],
  days: "today",
  narrows: both,
} as const
/** Of figures that stand elsewhere on their tab. */
const rowsOnly = { by: null, days: "months", narrows: both, isRowsOnly: true } as const
const retained = [
  "retained-start",
  "retained-kept",
  "retained-moved",
  "retained-left",
  { metric: "retention-rate", is: "share", of: ["retained-kept", "retained-start"] },
] as const satisfies CardPlan["columns"]

export const cardPlans = {
  "joined-and-left": {
    title: "Joined and left",
    tab: "students",
    by: null,
    columns: [
      "students-joined",
      "students-left",
      { metric: "students-net", is: "difference", of: ["students-joined", "students-left"] },
    ],
    days: "months",
    narrows: both,
  },
  "retention-by-teacher": {
    title: "Retention by teacher",
    tab: "students",
    by: "teacher",
    columns: retained,
    days: "months",
    narrows: both,
  },
  "retention-by-instrument": {
    title: "Retention by instrument",
    tab: "students",
    by: "instrument",
    columns: retained,
    days: "months",
    narrows: both,
  },
  "students-then": {
    title: "Students by month",
    tab: "students",
    columns: ["students-then"],
    ...rowsOnly,
  },
  cohorts: {
    title: "Retention by start month",
    tab: "students",
    columns: ["cohort-started", "cohort-kept"],
    ...rowsOnly,
  },
  "lessons-given": {
    title: "Lessons given",
    tab: "teaching",
    columns: ["taught-lessons", "taught-hours", "charged-for-lessons"],
    ...rowsOnly,
  },
  attendance: {
    title: "Attendance",
    tab: "teaching",
    columns: ["attendance-expected", "attendance-attended"],
    ...rowsOnly,
  },
  "hours-by-weekday": {
    title: "Hours taught by weekday and time",
    tab: "teaching",
    columns: ["hours-of-week"],
    ...rowsOnly,
  },
  "group-spots": {
    title: "Spots in groups",
    tab: "teaching",
    columns: ["group-spots"],
    ...rowsOnly,
    days: "today",
  },
  cancellations: {
    title: "Cancellations and no-shows",
    tab: "teaching",
    by: "teacher",
    columns: [
      "canceled-family",
      "canceled-late",
      "excused-absences",
      "no-shows",
      "canceled-teacher",
      "canceled-school",
    ],
    days: "months",
    narrows: both,
  },
  utilization: {
    title: "Hours taught and available",
    tab: "teaching",
    by: "teacher",
    columns: [
      "hours-given",
      "hours-compared",
      "hours-available",
      { metric: "utilization", is: "share", of: ["hours-compared", "hours-available"] },
    ],
    days: "months",
    narrows: ["teacher"],
    ofAllInstruments:
      "Of all instruments: the hours a teacher has set aren’t for one of them, so they can’t be compared with the lessons of one.",
  },
  "money-by-teacher": { title: "Billed and received by teacher", by: "teacher", ...billedAndReceived },
  "money-by-instrument": {
    title: "Billed and received by instrument",
    by: "instrument",
    ...billedAndReceived,
  },
  "outstanding-by-teacher": { title: "Outstanding by teacher", by: "teacher", ...outstanding },
  "outstanding-by-instrument": { title: "Outstanding by instrument", by: "instrument", ...outstanding },
  "outstanding-by-age": { title: "Outstanding by age", ...outstanding, by: null, isRowsOnly: true },
  "make-up-liability": {
    title: "Lessons to make up",
    tab: "money",
    by: "teacher",
    columns: ["credits-open", "credits-hours", "credits-worth"],
    days: "today",
    narrows: both,
  },
  margin: {
    title: "Margin after pay and expenses",
    soloTitle: "Margin after expenses",
    tab: "money",
    by: "teacher",
    columns: [
      "charged-for-lessons",
      "teacher-earned",
      "expenses-spent",
      "other-income",
      {
        metric: "margin",
        is: "balance",
        of: ["charged-for-lessons", "teacher-earned", "expenses-spent", "other-income"],
        unless: "lessons-unrated",
      },
      { metric: "margin-rate", is: "share", of: ["margin", "charged-for-lessons"] },
      "lessons-unrated",
    ],
    days: "months",
    narrows: both,
    showsPay: true,
  },
  "at-risk": {
    title: "Students at risk",
    tab: "ahead",
    by: null,
    columns: ["students-at-risk", "risk-missed", "risk-no-lesson", "risk-overdue", "risk-leaving"],
    days: "today",
    narrows: both,
  },
  forecast: {
    title: "Next month",
    tab: "ahead",
    by: "teacher",
    columns: [
      "lessons-planned",
      "hours-planned",
      "fees-expected",
      "lessons-expected",
      "hire-expected",
      "items-expected",
      {
        metric: "billing-expected",
        is: "sum",
        of: ["fees-expected", "lessons-expected", "hire-expected", "items-expected"],
      },
      "installments-expected",
    ],
    days: "next-month",
    narrows: both,
  },
} as const satisfies Record<string, CardPlan>

export type CardKey = keyof typeof cardPlans
export const cardKeys = Object.keys(cardPlans) as CardKey[]

// Figures as people read them, and as a file has them. Safe in the browser.

/** A figure by its unit: minutes as hours, minor units as money, whole percent. */
export function figureText(metric: MetricKey, value: number | null, currency: string): string {
  if (value === null) return "–"
  const { unit }: Metric = glossary[metric]
  if (unit === "money") return formatMoney(value, currency)
  if (unit === "hours") return durationText(value)
  return unit === "percent" ? `${value}%` : formatNumber(value)
}

/** The same as a number: hours, whole units of money, whole percent. */
function figureNumber(metric: MetricKey, value: number | null): number | null {
  if (value === null) return null
  const { unit }: Metric = glossary[metric]
  if (unit === "money") return value / 100
  return unit === "hours" ? Math.round(value / 6) / 10 : value
}

/** Names and definitions of some figures, each once. */
export const definitionsOf = (keys: readonly MetricKey[]): { name: string; definition: string }[] =>
  [...new Set(keys)].map((key) => {
    const { name, definition }: Metric = glossary[key]
    return { name, definition }
  })

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

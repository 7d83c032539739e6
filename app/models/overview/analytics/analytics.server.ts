import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/glossary"
import { readAside } from "~/providers/threads/aside.server"
import { now, todayOf } from "~/utils/clock.server"
import type { AnalyticsQuery, FigureRowsQuery } from "./analytics-query.server"
import { fileOf } from "./card-figures"
import { type AnalyticsTab, type CardKey, type CardPlan, cardPlans, type Derived, type Sees } from "./cards"
import { findCard, listFigureRows, pageFigureRows } from "./cards.server"
import type { Counted } from "./counted"
import { isTableKey, type TableKey } from "./figure-table"
import { figureText } from "./figure-text"
import { retentionSteps } from "./growth"
import {
  findAheadFigures,
  findMoneyFigures,
  findStudentFigures,
  findTeachingFigures,
} from "./tab-figures.server"

type Table = { head: string[]; lines: (string | number | null)[][] }

/** A table of the tabs as rows of a file, with amounts as whole units of money; null for one that isn't shown. */
function tableOf(actor: Actor, key: TableKey, query: AnalyticsQuery, sees: Sees): Table | null {
  const students = () => findStudentFigures(actor, query, sees)
  const teaching = () => findTeachingFigures(actor, query, sees)
  const money = () => findMoneyFigures(actor, query, sees)
  switch (key) {
    case "students-by-month":
      return {
        head: ["Month", "Active and trial students"],
        lines: students().byMonth.map(({ month, count }) => [month, count]),
      }
    case "reasons-for-leaving":
      return {
        head: ["Reason", "Left", "Previously"],
        lines: students().reasons.map(({ reason, count, before }) => [reason, count, before]),
      }
    case "retention-by-start-month":
      return cohortTable(students())
    case "attendance-by-month":
      return {
        head: ["Month", "Attendance, percent"],
        lines: teaching().attendanceByMonth.map(({ month, percent }) => [month, percent]),
      }
    case "taught-by-teacher":
      return taughtTable("Teacher", ({ teachers }) => teachers, teaching(), sees)
    case "taught-by-instrument":
      return taughtTable("Instrument", ({ instruments }) => instruments, teaching(), sees)
    case "hours-of-week":
      return hoursTable(teaching())
    case "spots-in-groups": {
      const { fill, dayBefore } = teaching()
      return {
        head: ["Class", "Taken", "Spots", `Taken on ${dayBefore}`],
        lines: fill.map(({ name, enrolled, capacity, enrolledBefore }) => [
          ...[name, enrolled, capacity, enrolledBefore],
        ]),
      }
    }
    case "money-by-month":
      return sees.money
        ? {
            head: ["Month", "Billed", "Received"],
            lines: money().money.map(({ first, billedMinor, collectedMinor }) => [
              first.slice(0, 7),
              billedMinor / 100,
              collectedMinor / 100,
            ]),
          }
        : null
    case "outstanding-by-age":
      return sees.money ? agesTable(money()) : null
  }
}

type Teaching = ReturnType<typeof findTeachingFigures>

const taughtTable = (
  heading: string,
  linesOf: (figures: Teaching) => Teaching["instruments"],
  figures: Teaching,
  sees: Sees,
): Table => ({
  head: [heading, "Lessons", "Hours", "Attended, percent", ...(sees.money ? ["Charged for lessons"] : [])],
  lines: [
    ...linesOf(figures),
    { name: "Total", ...figures.taught },
    { name: "Previously", ...figures.taughtBefore },
  ].map(({ name, sessions, minutes, attendedPercent, chargedMinor }) => [
    name,
    sessions,
    inHours(minutes),
    attendedPercent,
    ...(chargedMinor === null ? [] : [chargedMinor / 100]),
  ]),
})

function hoursTable({ hours, hoursBefore }: Teaching): Table {
  const keyOf = ({ weekday, hour }: Teaching["hours"][number]) => weekday * 24 + hour
  const minutesOf = (cells: Teaching["hours"]) =>
    new Map(cells.map((cell) => [keyOf(cell), cell.minutes] as const))
  const [now, before] = [minutesOf(hours), minutesOf(hoursBefore)]
  const keys = [...new Set([...now.keys(), ...before.keys()])].sort((a, b) => a - b)
  return {
    head: ["Weekday, Monday is 1", "Starts at", "Hours", "Previously"],
    lines: keys.map((key) => [
      Math.floor(key / 24),
      `${String(key % 24).padStart(2, "0")}:00`,
      inHours(now.get(key) ?? 0),
      inHours(before.get(key) ?? 0),
    ]),
  }
}

function cohortTable({ cohorts, cohortSum, cohortsBefore }: ReturnType<typeof findStudentFigures>): Table {
  const line = (name: string, { joined, kept }: typeof cohortSum) => [
    ...[name, joined],
    ...kept.map((step) => step?.count ?? null),
  ]
  return {
    head: ["Start month", "Students", ...retentionSteps.map((step) => `After ${step} months`)],
    lines: [
      ...cohorts.map(({ month, joined, kept }) => [month, joined, ...kept]),
      line("All", cohortSum),
      line("Previously", cohortsBefore),
    ],
  }
}

const agesTable = ({ ageing, ageingBefore, dayBefore }: ReturnType<typeof findMoneyFigures>): Table => ({
  head: ["Age", "Invoices", "Outstanding", `Outstanding on ${dayBefore}`],
  lines: ageing.map(({ key, label, invoices, openMinor }) => [
    ...[label, invoices, openMinor / 100],
    (ageingBefore.find((band) => band.key === key)?.openMinor ?? 0) / 100,
  ]),
})

const inHours = (minutes: number) => Math.round(minutes / 6) / 10

// The school's figures, a tab at a time, read aside, where they hold up no one else, and once between two writes. A tab
// reads one moment of the school.

const readers = {
  students: findStudentFigures,
  teaching: findTeachingFigures,
  money: findMoneyFigures,
  ahead: findAheadFigures,
} satisfies Record<AnalyticsTab, (actor: Actor, query: AnalyticsQuery, sees: Sees) => unknown>

type Figures<Tab extends AnalyticsTab> = ReturnType<(typeof readers)[Tab]>

/** What someone with reports sees of money and pay. */
export const seesOf = (actor: Actor): Sees => ({
  money: may(actor, "invoice:read"),
  pay: may(actor, "teacher:read"),
})

/** Everything a tab says. Money in minor units; months oldest first. */
export const findAnalytics = <Tab extends AnalyticsTab>(
  actor: Actor,
  tab: Tab,
  query: AnalyticsQuery,
  sees: Sees,
) => readers[tab](actor, query, sees) as Figures<Tab>

/** The same for a screen; `leaving` says when whoever asked has left. */
export async function findAnalyticsAside<Tab extends AnalyticsTab>(
  actor: Actor,
  tab: Tab,
  query: AnalyticsQuery,
  leaving?: AbortSignal,
): Promise<Readonly<Figures<Tab>>> {
  const sees = seesOf(actor)
  const work = {
    name: "analytics",
    isLong: true,
    input: { schoolId: actor.school.id, tab, query, sees },
    here: () => findAnalytics(actor, tab, query, sees),
  } as const
  if (tab === "students") {
    const day = todayOf(actor)
    const figures = await keepStudents([actor.school.id, query, sees, day], { work, isLong: true }, leaving)
    return figures as Readonly<Figures<Tab>>
  }
  const minute = Math.floor(now() / 60_000)
  const figures = await keepFigures(
    [actor.school.id, tab, query, sees, minute],
    { work, isLong: true },
    leaving,
  )
  return figures as Readonly<Figures<Tab>>
}

/** Who joined, left and stayed hangs on neither lessons nor money, which are written all day long. */
const keepStudents = keepAside<unknown>(50)

const keepFigures = keepAside<unknown>(50)

/** How many rows a page has. */
export const rowsAtOnce = 100

/**
 * The rows that a figure of a card counts: of one page, or all, and how many there are and come to; null for one that isn't
 * shown. A figure made of others has those instead, on a page.
 */
export function findFigureRows(actor: Actor, query: FigureRowsQuery, page: number | null, sees: Sees) {
  const made = page === null ? undefined : findMadeFigure(actor, query, sees)
  if (made) return { total: 0, minutes: null, amountMinor: null, rows: [] as Counted[], made }
  const asked = page === null ? undefined : { from: (page - 1) * rowsAtOnce, count: rowsAtOnce }
  const paged = asked && pageFigureRows(actor, query, sees, asked)
  if (paged) return paged
  const rows = listFigureRows(actor, query, sees)
  if (!rows) return null
  const shown = page === null ? rows : rows.slice((page - 1) * rowsAtOnce, page * rowsAtOnce)
  return {
    total: rows.length,
    minutes: sumOf(rows.map(({ minutes }) => minutes)),
    amountMinor: sumOf(rows.map(({ amountMinor }) => amountMinor)),
    rows: shown,
  }
}

/** The sum of what the rows have; null where none has any. */
function sumOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length > 0 ? known.reduce((sum, part) => sum + part, 0) : null
}

export const findFigureRowsAside = (
  actor: Actor,
  query: FigureRowsQuery,
  page: number | null,
  leaving?: AbortSignal,
) => {
  const sees = seesOf(actor)
  const work = {
    name: "figure-rows",
    isLong: true,
    input: { schoolId: actor.school.id, query, page, sees },
    here: () => findFigureRows(actor, query, page, sees),
  } as const
  return readAside(work, leaving)
}

/** The figures of a card, or of another table of the tabs, for a file; null for one that isn't shown. */
export function findFigureFile(actor: Actor, key: CardKey | TableKey, query: AnalyticsQuery, sees: Sees) {
  if (isTableKey(key)) return tableOf(actor, key, query, sees)
  const card = findCard(actor, key, query, sees)
  return card ? fileOf(card) : null
}

export const findFigureFileAside = (
  actor: Actor,
  key: CardKey | TableKey,
  query: AnalyticsQuery,
  leaving?: AbortSignal,
) => {
  const sees = seesOf(actor)
  const work = {
    name: "figure-file",
    isLong: true,
    input: { schoolId: actor.school.id, key, query, sees },
    here: () => findFigureFile(actor, key, query, sees),
  } as const
  return readAside(work, leaving)
}

// A share, a difference or a sum has no rows of its own: it opens the figures that it is made of, and each of those opens
// its rows.

export type MadeFigure = {
  is: Derived["is"]
  text: string
  parts: { metric: MetricKey; name: string; definition: string; text: string; opens: boolean }[]
}

/** What a figure of a card is made of, for the choice asked; undefined for one that counts rows or isn't shown. */
export function findMadeFigure(actor: Actor, query: FigureRowsQuery, sees: Sees): MadeFigure | undefined {
  const columns: CardPlan["columns"] = cardPlans[query.card].columns
  const made = columns.find((each): each is Derived => typeof each !== "string" && each.metric === query.of)
  const card = made && findCard(actor, query.card, query, sees)
  if (!card) return undefined
  const textOf = (metric: Derived["metric"]) => {
    const index = card.columns.findIndex((column) => column.metric === metric)
    const values = query.days === "before" ? card.before : card.total
    return index < 0 ? undefined : figureText(metric, values[index] ?? null, actor.school.currency)
  }
  const text = textOf(made.metric)
  if (text === undefined) return undefined
  return {
    is: made.is,
    text,
    parts: made.of.flatMap((metric) => {
      const part = textOf(metric)
      if (part === undefined) return []
      const { name, definition }: Metric = glossary[metric]
      const opens = card.columns.some((column) => column.metric === metric && column.opens)
      return [{ metric, name, definition, text: part, opens }]
    }),
  }
}

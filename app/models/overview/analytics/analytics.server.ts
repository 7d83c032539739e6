import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { readAside } from "~/providers/threads/aside.server"
import { now, todayOf } from "~/utils/clock.server"
import type { AnalyticsQuery, FigureRowsQuery } from "./analytics-query.server"
import { fileOf } from "./card-figures"
import type { AnalyticsTab, CardKey, Sees } from "./cards"
import { findCard, listFigureRows, pageFigureRows } from "./cards.server"
import type { Counted } from "./counted"
import { isTableKey, type TableKey } from "./figure-table"
import { tableOf } from "./figure-table.server"
import { findMadeFigure } from "./made-figure.server"
import {
  findAheadFigures,
  findMoneyFigures,
  findStudentFigures,
  findTeachingFigures,
} from "./tab-figures.server"

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

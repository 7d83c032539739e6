import { addDays, addMonths, isWithinReach, monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import type { LedgerEntry } from "../ledger/ledger"
import type { BetweenPayers } from "../ledger/money-history"

// A statement: what passed between a family and the school in a period, with the balance before and after. Pure.

/** Both days included, `YYYY-MM-DD`. */
export type StatementPeriod = { from: string; to: string }

/** What passed; on one payer's statement also what payers paid for each other. */
export type StatementEntry = Omit<LedgerEntry, "kind"> & { kind: LedgerEntry["kind"] | BetweenPayers }

export type Statement = StatementPeriod & {
  /** Owed before the period, minor units; below zero is account credit. */
  openingMinor: number
  /** In the order of their days, each with the balance after it. */
  entries: StatementEntry[]
  closingMinor: number
}

/** The days of a statement as they were asked for, and what is wrong with each. */
export type RefusedPeriod = { from: string; to: string; wrong: { from?: string; to?: string } }

/** The period an address asks for: this year so far where it asks for none. Days that can't be are refused, each with why. */
export function statementPeriod(
  query: URLSearchParams,
  today: string,
): { ok: true; period: StatementPeriod } | { ok: false; refused: RefusedPeriod } {
  const [from, to] = [query.get("from")?.trim() ?? "", query.get("to")?.trim() ?? ""]
  if (!from && !to) return { ok: true, period: { from: `${today.slice(0, 4)}-01-01`, to: today } }
  const wrong = {
    ...wrongDay("from", from, "Enter the first day."),
    ...wrongDay("to", to, "Enter the last day."),
  }
  if (!wrong.from && !wrong.to && to < from)
    return refuse({ from, to, wrong: { to: `Enter a day on or after ${formatDate(from, "medium")}.` } })
  return wrong.from || wrong.to ? refuse({ from, to, wrong }) : { ok: true, period: { from, to } }
}

const refuse = ({ from, to, wrong }: RefusedPeriod) => ({
  ok: false as const,
  refused: { from: from.slice(0, longest), to: to.slice(0, longest), wrong },
})

/** A day is not longer; what is, is cut off. */
const longest = 20

function wrongDay(name: "from" | "to", text: string, missing: string): RefusedPeriod["wrong"] {
  if (isWithinReach(text)) return {}
  return { [name]: text ? `“${text.slice(0, longest)}” isn’t a possible date.` : missing }
}

/** What is wrong with a period, in one text. */
export const refusalOf = ({ wrong }: RefusedPeriod): string =>
  [wrong.from, wrong.to].filter(Boolean).join(" ")

/** What families ask for most: this month, last month, this year, last year. */
export function usualPeriods(today: string): ({ label: string } & StatementPeriod)[] {
  const month = monthBounds(monthOf(today))
  const last = monthBounds(monthOf(addMonths(`${monthOf(today)}-01`, -1)))
  const year = Number(today.slice(0, 4))
  return [
    { label: "This month", from: month.first, to: today },
    { label: "Last month", from: last.first, to: last.last },
    { label: "This year", from: `${year}-01-01`, to: today },
    { label: "Last year", from: `${year - 1}-01-01`, to: addDays(`${year}-01-01`, -1) },
  ]
}

/** The entries of a ledger as a statement of a period: by their own days, whenever they were typed. */
export function statementOf(entries: readonly StatementEntry[], { from, to }: StatementPeriod): Statement {
  const byDay = [...entries].sort((a, b) => a.on.localeCompare(b.on))
  const openingMinor = byDay
    .filter(({ on }) => on < from)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  let balanceMinor = openingMinor
  const within = byDay
    .filter(({ on }) => from <= on && on <= to)
    .map((entry) => {
      balanceMinor += entry.amountMinor
      return { ...entry, balanceMinor }
    })
  return { from, to, openingMinor, entries: within, closingMinor: balanceMinor }
}

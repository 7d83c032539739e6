import { addDays, addMonths, isDate, monthBounds, monthOf } from "~/utils/dates"
import type { LedgerEntry } from "../ledger/ledger"

// A statement: what passed between a family and the school in a period, with the balance before and after. Pure.

/** Both days included, `YYYY-MM-DD`. */
export type StatementPeriod = { from: string; to: string }

export type Statement = StatementPeriod & {
  /** Owed before the period, minor units; below zero is account credit. */
  openingMinor: number
  /** In the order of their days, each with the balance after it. */
  entries: LedgerEntry[]
  closingMinor: number
}

/** The period an address asks for; this year so far when it asks for none or for one that can't be. */
export function statementPeriod(query: URLSearchParams, today: string): StatementPeriod {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""]
  return isDate(from) && isDate(to) && from <= to
    ? { from, to }
    : { from: `${today.slice(0, 4)}-01-01`, to: today }
}

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
export function statementOf(entries: readonly LedgerEntry[], { from, to }: StatementPeriod): Statement {
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

// Which columns of a bank's CSV hold what. Pure.
import type { CsvTable } from "~/utils/csv"
import type { ReadEntry } from "./bank-entry"
import { type BankField, bankFields } from "./bank-fields"
import { isDay } from "./bank-headings"
import { currencyColumn, currencyIn, stateColumn, stateOf } from "./bank-states"
import { directionColumn, headingsOf, isPurposeHeading, saysOutgoing } from "./bank-synonyms"
import { type BankDateOrder, bankAmount, bankDate, bankDateOrders, serialDay } from "./bank-values"
import { joinTexts, type LeftCredit, type StatementRead } from "./statement-read"

/** The headings as they are in the file; payer and reference may be missing. */
export type BankColumns = Record<BankField, string | null> & { dateOrder: BankDateOrder }

type Table = Pick<CsvTable, "headers" | "rows">

/**
 * What the headings and the first rows suggest.
 * @param usual the order of a date's parts in the school's own dates: it decides where every order fits
 * @param currency the school's: of an amount in several currencies, its column
 */
export function guessColumns(
  { headers, rows }: Table,
  usual: BankDateOrder = "dmy",
  currency = "",
): BankColumns {
  const sample = rows.slice(0, 50)
  const cellsOf = (header: string) => sample.map(({ cells }) => cells[headers.indexOf(header)] ?? "")
  const isAmount = (cell: string) => bankAmount(cell) !== undefined && !isDay(cell)
  const holding = (found: readonly string[], holds: (cell: string) => boolean) =>
    found.find((header) => cellsOf(header).some(holds)) ?? null
  /** Columns that hold nothing else. */
  const allOf = (holds: (cell: string) => boolean) =>
    headers.filter((header) => {
      const filled = cellsOf(header).filter(Boolean)
      return filled.length > 0 && filled.every(holds)
    })
  const dates = headingsOf(headers, "date")
  const [ofDays = null] = allOf(isDay)
  const date = holding(dates, isDay) ?? holding(dates, (cell) => serialDay(cell) !== undefined) ?? ofDays
  const fits = (order: BankDateOrder) =>
    cellsOf(date ?? "").filter((text) => bankDate(text, order) !== undefined).length
  const [fitting = usual] = [usual, ...bankDateOrders].sort((a, b) => fits(b) - fits(a))
  const amounts = headingsOf(headers, "amount")
  const ours = amounts.filter((header) => currency !== "" && currencyIn(header) === currency)
  const others = amounts.filter((header) => !ours.includes(header))
  const payers = headingsOf(headers, "payer")
  const payer =
    holding(payers, isName) ?? payers.find((header) => cellsOf(header).every((cell) => !cell)) ?? null
  const references = headingsOf(headers, "reference").filter((header) => header !== payer)
  const reference = holding(references, Boolean) ?? references[0] ?? null
  const guessed = (of: readonly string[]) => of.map((header) => ({ header, cells: cellsOf(header) }))
  const isNumbered = headers.every((header) => /^Column \d+$/.test(header))
  return {
    date,
    amount:
      holding([...ours, ...others], isAmount) ?? (isNumbered ? credits(guessed(allOf(isAmount))) : null),
    payer: payer === date ? null : payer,
    reference: isNumbered ? wordiest(guessed(headers)) : reference,
    dateOrder: fitting,
  }
}

/** Whether a cell names someone: not the number of an account. */
const isName = (cell: string): boolean => /\p{L}{2}/u.test(cell) && !/^[A-Z]{2}\d[\dA-Z ]*$/.test(cell)

type Guessed = { header: string; cells: readonly string[] }

/**
 * The column of amounts of a file without headings. Where money in and money out have a column each, the balance beside them tells
 * which is which; without one a person chooses.
 */
function credits([first, second, balance]: readonly Guessed[]): string | null {
  if (!first) return null
  const areApart = second && first.cells.every((cell, row) => (cell === "") !== (second.cells[row] === ""))
  if (!areApart) return first.header
  const balances = (balance?.cells ?? []).map((cell) => bankAmount(cell) ?? Number.NaN)
  /** How many rows the balance agrees with, where this column is what came in. */
  const agreeing = (ins: Guessed, outs: Guessed) =>
    ins.cells.filter((cell, row) => {
      const moved = (bankAmount(cell) ?? 0) - Math.abs(bankAmount(outs.cells[row] ?? "") ?? 0)
      const now = balances[row] ?? Number.NaN
      return (
        now - (balances[row - 1] ?? Number.NaN) === moved || now - (balances[row + 1] ?? Number.NaN) === moved
      )
    }).length
  const difference = agreeing(first, second) - agreeing(second, first)
  return difference === 0 ? null : (difference > 0 ? first : second).header
}

/** The column with most letters: what a bank without headings says of its transfers. */
function wordiest(columns: readonly Guessed[]): string | null {
  const letters = ({ cells }: Guessed) =>
    cells.reduce((sum, cell) => sum + (isDay(cell) ? 0 : cell.replace(/[^\p{L}]+/gu, "").length), 0)
  const [most] = [...columns].sort((one, other) => letters(other) - letters(one))
  return most && letters(most) > 0 ? most.header : null
}

/** Whether a file has every column that was chosen before. */
export const fitsColumns = (headers: readonly string[], columns: BankColumns): boolean =>
  columns.date !== null &&
  columns.amount !== null &&
  bankFields.every((field) => columns[field] === null || headers.includes(columns[field]))

/** Where a table holds what, by the index of each column; -1 for what it hasn't. */
function placesIn({ headers, rows }: Table, columns: BankColumns) {
  const indexOf = (field: BankField) => (columns[field] === null ? -1 : headers.indexOf(columns[field]))
  const [date = -1, amount = -1, payer = -1, reference = -1] = bankFields.map(indexOf)
  const chosen = new Set([date, amount, payer, reference])
  const others = headers.map((_, index) => index).filter((index) => !chosen.has(index))
  return {
    date,
    amount,
    payer,
    // A purpose over several columns is one text.
    purpose: [
      reference,
      ...others.filter((index) => reference >= 0 && isPurposeHeading(headers[index] ?? "")),
    ].sort((one, other) => one - other),
    // A row that isn't booked on a day of its own has another one, where the chosen column does hold days.
    otherDates: rows.some(({ cells }) => isDay(cells[date] ?? ""))
      ? others.filter((index) => headingsOf([headers[index] ?? ""], "date").length > 0)
      : [],
    // The same row's amount in another currency, where each has a column.
    otherAmounts: others.filter((index) => {
      const named = currencyIn(headers[index] ?? "")
      return (
        named !== undefined &&
        named !== currencyIn(headers[amount] ?? "") &&
        headingsOf([headers[index] ?? ""], "amount").length > 0
      )
    }),
    direction: directionColumn(headers, rows),
    // Where no column has the payer, what is written beside the purpose may say who it was.
    texts:
      payer >= 0 || reference < 0
        ? []
        : others.filter((index) => headingsOf([headers[index] ?? ""], "reference").length > 0),
    state: stateColumn(headers, rows),
    currency: currencyColumn(headers, rows),
  }
}

/**
 * The credits of a table by its columns: those that are booked and in the school's currency, every other with its reason, and the
 * rows whose date or amount can't be read.
 */
export function readByColumns(table: Table, columns: BankColumns, currency: string): StatementRead {
  const { headers, rows } = table
  const places = placesIn(table, columns)
  const unreadable: number[] = []
  const left: LeftCredit[] = []
  const entries: ReadEntry[] = []
  let outgoing = 0
  for (const { rowNumber, cells } of rows) {
    const textIn = (index: number) => (cells[index] ?? "").replace(/\p{Cc}+/gu, " ").trim()
    const [at = places.amount] = [places.amount, ...places.otherAmounts].filter(
      (index) => textIn(index) !== "",
    )
    const inCurrency =
      (places.currency < 0 ? undefined : textIn(places.currency) || undefined) ??
      currencyIn(textIn(at)) ??
      currencyIn(headers[at] ?? "") ??
      currency
    // Where money in and money out have a column each, the one that isn't meant is blank.
    const amountMinor = textIn(at) === "" ? 0 : bankAmount(textIn(at), inCurrency)
    const bookedOn = [places.date, ...places.otherDates]
      .map((index) => bankDate(textIn(index), columns.dateOrder) ?? serialDay(textIn(index)))
      .find((day) => day !== undefined)
    // Some banks write where the day will be that a row isn't booked yet.
    const state = stateOf(textIn(places.state >= 0 ? places.state : bookedOn ? -1 : places.date))
    const isOut = amountMinor !== undefined && (amountMinor <= 0 || saysOutgoing(textIn(places.direction)))
    if (isOut && !bookedOn && state === "booked") {
      unreadable.push(rowNumber)
      continue
    }
    if (isOut) {
      outgoing += 1
      continue
    }
    if (amountMinor !== undefined && state !== "booked")
      left.push({ reason: state, amountMinor, currency: inCurrency })
    else if (amountMinor !== undefined && inCurrency !== currency)
      left.push({ reason: "currency", amountMinor, currency: inCurrency })
    else if (!bookedOn || amountMinor === undefined) unreadable.push(rowNumber)
    else
      entries.push({
        bookedOn,
        amountMinor,
        currency,
        payerName: textIn(places.payer),
        reference: joinTexts([
          ...places.purpose.map(textIn),
          ...places.texts.map(textIn).filter((text) => text.split(/\s+/).length > 2),
        ]),
        bankReference: null,
      })
  }
  return { entries, left, outgoing, unreadable }
}

// Which columns of a bank's CSV hold what. Pure.
import type { CsvTable } from "~/utils/csv"
import type { ReadEntry } from "./bank-entry"
import { type BankField, bankFields } from "./bank-fields"
import { isDay } from "./bank-headings"
import { directionColumn, headingsOf, saysOutgoing } from "./bank-synonyms"
import { type BankDateOrder, bankAmount, bankDate, bankDateOrders } from "./bank-values"

/** The headings as they are in the file; payer and reference may be missing. */
export type BankColumns = Record<BankField, string | null> & { dateOrder: BankDateOrder }

/**
 * What the headings and the first rows suggest.
 * @param usual the order of a date's parts in the school's own dates: it decides where every order fits
 */
export function guessColumns(
  { headers, rows }: Pick<CsvTable, "headers" | "rows">,
  usual: BankDateOrder = "dmy",
): BankColumns {
  const sample = rows.slice(0, 50)
  const cellsOf = (header: string) => sample.map(({ cells }) => cells[headers.indexOf(header)] ?? "")
  const isAmount = (cell: string) => bankAmount(cell) !== undefined
  const holding = (field: "date" | "amount", holds: (cell: string) => boolean) =>
    headingsOf(headers, field).find((header) => cellsOf(header).some(holds)) ??
    headers.find((header) => isNumbered(header) && cellsOf(header).filter(Boolean).every(holds)) ??
    null
  const date = holding("date", isDay)
  const fits = (order: BankDateOrder) =>
    cellsOf(date ?? "").filter((text) => bankDate(text, order) !== undefined).length
  const [fitting = usual] = [usual, ...bankDateOrders].sort((a, b) => fits(b) - fits(a))
  return {
    date,
    amount: holding("amount", (cell) => isAmount(cell) && !isDay(cell)),
    payer: headingsOf(headers, "payer")[0] ?? null,
    reference: headingsOf(headers, "reference")[0] ?? null,
    dateOrder: fitting,
  }
}

/** A column of a file without headings. */
const isNumbered = (header: string): boolean => /^Column \d+$/.test(header)

/** Whether a file has every column that was chosen before. */
export const fitsColumns = (headers: readonly string[], columns: BankColumns): boolean =>
  columns.date !== null &&
  columns.amount !== null &&
  bankFields.every((field) => columns[field] === null || headers.includes(columns[field]))

/** The entries of a file by its columns: money that came in. Rows whose date or amount can't be read are named by their numbers. */
export function readByColumns(
  { headers, rows }: Pick<CsvTable, "headers" | "rows">,
  columns: BankColumns,
  currency: string,
): { entries: ReadEntry[]; unreadable: number[]; outgoing: number } {
  const indexOf = (field: BankField) => (columns[field] === null ? -1 : headers.indexOf(columns[field]))
  const [date, amount, payer, reference] = bankFields.map(indexOf)
  const direction = directionColumn(headers, rows)
  const unreadable: number[] = []
  let outgoing = 0
  const entries = rows.flatMap(({ rowNumber, cells }): ReadEntry[] => {
    const textIn = (index: number | undefined) => (cells[index ?? -1] ?? "").replace(/\p{Cc}+/gu, " ").trim()
    const bookedOn = bankDate(textIn(date), columns.dateOrder)
    // Where money in and money out have a column each, the one that isn't meant is blank.
    const amountMinor = textIn(amount) === "" ? 0 : bankAmount(textIn(amount), currency)
    if (!bookedOn || amountMinor === undefined) {
      unreadable.push(rowNumber)
      return []
    }
    if (amountMinor <= 0 || saysOutgoing(textIn(direction))) {
      outgoing += 1
      return []
    }
    return [
      {
        bookedOn,
        amountMinor,
        currency,
        payerName: textIn(payer),
        reference: textIn(reference),
        bankReference: null,
      },
    ]
  })
  return { entries, unreadable, outgoing }
}

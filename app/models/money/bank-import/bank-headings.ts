// Where the table of a bank's CSV begins: many banks write lines about the account above it, some write no headings. Pure.
import { convert } from "html-to-text"
import {
  type CsvRow,
  type CsvTable,
  type Delimiter,
  declaredDelimiter,
  decodeText,
  detectDelimiter,
} from "~/utils/csv"
import type { LetterTable } from "~/utils/letter-tables"
import { headingsOf as joinedHeadings } from "~/utils/sheet-rows"
import {
  currencyAbove,
  currencyIn,
  headingsOf,
  isAmountHeading,
  isDateHeading,
  isOutHeading,
  isSideTitle,
  isStateTitle,
} from "./bank-synonyms"
import { bankAmount, bankDate, bankDateOrders } from "./bank-values"

/** `currency` is the account's, where a line above its rows names it. */
export type Table = Pick<CsvTable, "headers" | "rows"> & { currency?: string }

/** As far into a file as its table may begin. */
const mostLinesAbove = 60

/** Whether a cell is a day, in whichever order. */
export const isDay = (cell: string): boolean =>
  bankDateOrders.some((order) => bankDate(cell, order) !== undefined)

/** A row of the statement itself: it has a day and, in another cell, an amount. */
export const isEntry = (cells: readonly string[]): boolean =>
  cells.some(isDay) && cells.some((cell) => !isDay(cell) && bankAmount(cell) !== undefined)

const isTextHeading = (cell: string) =>
  [...headingsOf([cell], "payer"), ...headingsOf([cell], "reference")].length > 0

const namesColumns = (cells: readonly string[]): boolean => {
  const date = cells.findIndex(isDateHeading)
  return (
    date >= 0 && !cells.some(isDay) && cells.some((cell, index) => index !== date && isAmountHeading(cell))
  )
}

/**
 * The table of a statement under its own headings. Those are the first row that names a date and an amount, else the row as long
 * as the first entry and right above it. Where there is no such row, no row is taken for one, and columns have numbers.
 */
export function statementTable(read: Table): Table {
  const { headers, rows } = withWholeDays(read)
  const all: CsvRow[] = [{ rowNumber: (rows[0]?.rowNumber ?? 2) - 1, cells: headers }, ...rows]
  const first = all.slice(0, mostLinesAbove)
  const naming = first.flatMap(({ cells }, index) => (namesColumns(cells) ? [index] : []))
  // A line about the file itself can sound like headings: those of the table have an entry right below them.
  const tables = naming.filter((index) => all.slice(index + 1, index + 4).some(({ cells }) => isEntry(cells)))
  // A summary has no texts.
  const named = tables.find((index) => all[index]?.cells.some(isTextHeading)) ?? tables[0] ?? naming[0]
  if (named !== undefined) return under(all, named)
  const entry = first.findIndex(entryLike(first))
  if (entry < 0) return { headers, rows }
  const above = entry > 0 ? all[entry - 1] : undefined
  // Empty cells at the end of a row are left out of it.
  const width = Math.max(2, all[entry]?.cells.length ?? 0)
  const isFact = (cell: string) => isDay(cell) || (/\d/.test(cell) && bankAmount(cell) !== undefined)
  const isHeading = above !== undefined && above.cells.length >= width && !above.cells.some(isFact)
  return isHeading ? under(all, entry - 1) : numbered(withoutAccount(all.slice(entry)))
}

/** A day that has a column each for its year, month and day is in the first of them. */
function withWholeDays({ headers, rows }: Table): Table {
  const places = [
    /(^|[(（])(year|年)[)）]?$/i,
    /(^|[(（])(month|月)[)）]?$/i,
    /(^|[(（])(day|日)[)）]?$/i,
  ].map((name) => headers.findIndex((header) => name.test(header)))
  if (places.includes(-1)) return { headers, rows }
  const dayOf = (cells: readonly string[]) => places.map((at) => cells[at]).join("-")
  const whole = (cells: string[]) => cells.map((cell, at) => (at === places[0] ? dayOf(cells) : cell))
  return { headers, rows: rows.map(({ cells, ...row }) => ({ ...row, cells: whole(cells) })) }
}

/** Some banks begin with a line of the account, its period and balances: it alone names a currency where the entries have none. */
function withoutAccount(rows: CsvRow[]): CsvRow[] {
  const [first, ...entries] = rows
  const isCode = (cell = "") => /^[A-Z]{3}$/.test(cell.trim()) && currencyIn(cell) !== undefined
  // A first transfer abroad has a currency where the others have nothing.
  const isOther = (cell = "") => cell.trim() !== "" && !isCode(cell)
  const isWide = first?.cells.length !== entries[0]?.cells.length
  const isAccount = first?.cells.some(
    (cell, at) =>
      isCode(cell) &&
      !entries.some(({ cells }) => isCode(cells[at])) &&
      (isWide || entries.some(({ cells }) => isOther(cells[at]))),
  )
  return entries.length > 0 && isAccount && (first?.cells.filter(isDay).length ?? 0) > 1 ? entries : rows
}

/** Whether a row is an entry with its day where most have theirs: a line about the account can have a day and an amount, too. */
function entryLike(rows: readonly CsvRow[]): (row: CsvRow) => boolean {
  const dayOf = ({ cells }: CsvRow) => (isEntry(cells) ? cells.findIndex(isDay) : -1)
  const days = rows.map(dayOf).filter((index) => index >= 0)
  const times = (index: number) => days.filter((each) => each === index).length
  const usual = days.reduce((most, each) => (times(each) >= times(most) ? each : most), days[0] ?? -1)
  return (row) => usual >= 0 && dayOf(row) === usual
}

/** Whether a row goes on with the headings above it: "Soll" and "Haben" below "Betrag" and nothing. */
const continues = (upper: readonly string[], lower: readonly string[]): boolean =>
  lower.some((cell, at) => cell.trim() !== "" && !upper[at]?.trim()) &&
  lower.every(
    (cell) =>
      !cell.trim() ||
      isDateHeading(cell) ||
      isAmountHeading(cell) ||
      isOutHeading(cell) ||
      isTextHeading(cell),
  )

const isTitleOfSide = (cells: readonly string[]): boolean => {
  const [title = "", ...more] = cells.filter((cell) => cell.trim() !== "")
  return more.length === 0 && isSideTitle(title)
}

/** Columns without a heading are numbered. */
function under(all: readonly CsvRow[], index: number): Table {
  const [upper = [], lower = []] = all.slice(index, index + 2).map(({ cells }) => cells)
  const isSecond = continues(upper, lower)
  const named = isSecond ? joinedHeadings([upper, lower], [1, 2]) : upper
  const title = all
    .slice(Math.max(0, index - 1), index)
    .filter(({ cells }) => cells.some(isStateTitle) || isTitleOfSide(cells))
  const rows = inOrder(named, [...title, ...all.slice(index + (isSecond ? 2 : 1))])
  const width = widthOf([{ cells: named }, ...rows])
  const headers = Array.from({ length: width }, (_, at) => named[at]?.trim() || columnName(at))
  return { headers, rows, currency: currencyAbove(all.slice(0, index)) }
}

/**
 * A second table's cells below the first one's headings. What it calls otherwise, such as an amount in another currency, is no amount
 * and no day there: its rows are named as unreadable.
 */
function inOrder(named: readonly string[], rows: readonly CsvRow[]): CsvRow[] {
  const textOf = (cell = "") => cell.trim().toLowerCase()
  const isFact = (cell: string) => isDateHeading(cell) || isAmountHeading(cell)
  let again: readonly string[] | undefined
  return rows.map((row) => {
    if (namesColumns(row.cells)) again = row.cells.map(textOf)
    if (!again || named.every((cell, at) => textOf(cell) === textOf(again?.[at]))) return row
    const cells = named.map((cell, at) => {
      const from = again?.indexOf(textOf(cell)) ?? -1
      return from >= 0 ? (row.cells[from] ?? "") : isFact(cell) ? "?" : (row.cells[at] ?? "")
    })
    return { ...row, cells }
  })
}

const columnName = (index: number) => `Column ${index + 1}`

const widthOf = (rows: readonly Pick<CsvRow, "cells">[]) =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

const numbered = (rows: CsvRow[]): Table => ({
  headers: Array.from({ length: widthOf(rows) }, (_, index) => columnName(index)),
  rows,
})

/** What programs write where they don't write UTF-8, by the currency of their country. */
const lettersOf: Record<string, LetterTable> = {
  CZK: "windows-1250",
  HUF: "windows-1250",
  PLN: "windows-1250",
  RON: "windows-1250",
  TRY: "windows-1254",
  ILS: "windows-1255",
}

/** The text of a bank's file: as a table also where it has its facts below each other, such as "Amount: 85.00". */
export const statementText = (bytes: Uint8Array, currency: string): string =>
  asTable(decodeText(bytes, lettersOf[currency]).text)

/** The fields of QIF, which is of lines that begin with a letter, as a table's headings. */
const qifFields = new Map([
  ["D", "Date"],
  ["T", "Amount"],
  ["P", "Payee"],
  ["M", "Memo"],
  ["N", "Number"],
])

const isQif = (text: string): boolean => /^\uFEFF?\s*!(Type|Account|Option)\b/i.test(text)

/** The same as facts below each other: those of accounts alone, not lists of categories. */
function ofQif(text: string): string {
  const accounts = text.split(/^!/m).filter((part) => /^type:(bank|ccard|cash|oth [al])\b/i.test(part))
  const lines = accounts.flatMap((part) => part.split(/\r\n|\n|\r/).slice(1))
  return lines
    .flatMap((line) => {
      if (line.startsWith("^")) return [""]
      const field = line.charAt(0)
      const name = qifFields.get(field)
      // "11/25'26" is of this century.
      const value = field === "D" ? line.slice(1).replace(/'\s*/, "/") : line.slice(1)
      return name ? [`${name}:${value}`] : []
    })
    .join("\n")
}

/** Rows as a text that is read as a table again. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.trim().replaceAll('"', '""')}"`).join(",")).join("\n")

/** A page without its comments; one that isn't closed is the rest of it. */
const withoutComments = (text: string): string =>
  text
    .split("<!--")
    .map((part, index) => (index === 0 ? part : part.split("-->").slice(1).join("-->")))
    .join(" ")

/** The rows of a page: some banks write one, and call it .xls. Its characters by name and number are read at once. */
function ofPage(text: string): string {
  const wordsOf = (cell: string) =>
    cell
      .replace(/^[^>]*>/, "")
      .split(/<\/(?:t[dhr]|table|tbody|thead|tfoot|body|html)\b/i, 1)
      .join("")
      .replace(/<[^<>]*>/g, " ")
      .replaceAll("<", "&lt;")
  const [betweenRows, betweenCells] = ["\u0002", "\u0001"]
  const rows = withoutComments(text)
    .split(/<tr\b/i)
    .slice(1)
    .map((row) =>
      row
        .split(/<t[dh]\b/i)
        .slice(1)
        .map(wordsOf)
        .join(betweenCells),
    )
  const words = convert(rows.join(betweenRows), { wordwrap: false }).replace(/\s+/g, " ")
  return csvOf(words.split(betweenRows).map((row) => row.split(betweenCells)))
}

const isPage = (text: string): boolean =>
  /^\uFEFF?\s*<(!doctype html|html|head|meta|style|table|body|div)\b/i.test(text) && /<tr\b/i.test(text)

function asTable(given: string): string {
  if (isPage(given)) return ofPage(given)
  const text = isQif(given) ? ofQif(given) : given
  if (!/^Date:/m.test(text) || !/^Amount:/m.test(text)) return given
  const records = text.split(/\r?\n\s*\r?\n/).map((record) => {
    return new Map(
      [...record.matchAll(/^(\w[\w ]*):(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    )
  })
  const rows = records.filter((record) => [...record.keys()].some(isAmountHeading))
  const names = [...new Set(rows.flatMap((record) => [...record.keys()]))]
  return csvOf([names, ...rows.map((record) => names.map((name) => record.get(name) ?? ""))])
}

const delimiters: readonly Delimiter[] = [",", ";", "\t", "|"]

/** The sign between the cells of most lines: what is above the table may be written otherwise. */
export function statementDelimiter(text: string): Delimiter {
  const declared = declaredDelimiter(text)
  if (declared) return declared
  const lines = text
    .slice(0, 65_536)
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/"[^"]*"/g, ""))
    .filter(Boolean)
  const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(lines, delimiter) }))
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > 0 ? best.delimiter : detectDelimiter(text)
}

/** How many cells the sign makes, and in how many of the lines it makes as many. */
function scoreOf(lines: readonly string[], delimiter: Delimiter): number {
  const times = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length - 1
    if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  }
  return Math.max(0, ...[...times].map(([count, alike]) => count * (alike / lines.length) ** 2))
}

// Whole CSV files: read so that nothing is lost and nothing throws, written so that no spreadsheet program
// runs a cell as a formula.
import { CsvError, type Options, parse as parser } from "csv-parse"
import { parse } from "csv-parse/sync"
import { stringify } from "csv-stringify/sync"
import {
  type CsvProblem,
  type CsvTable,
  cellCountProblem,
  type Delimiter,
  declaredDelimiter,
  detectDelimiter,
} from "./csv"
import { currentFormats, type Formats, formatNumber, signsOf } from "./formats"
import { nextTurn, type Turns } from "./in-turns"

/** The most rows one file may have. */
export const MOST_ROWS = 20_000
/** How many characters are read at a stretch, where others wait. */
const portion = 32_768

/**
 * Reads a decoded CSV file. Empty lines are skipped but counted, so that row numbers are those the person's
 * spreadsheet shows. A row with more or fewer cells than headings keeps the cells it has and is named in
 * `problems`. A file that cannot be read to its end gives the rows before the fault, and the fault.
 */
export function readCsv(text: string, delimiter: Delimiter): CsvTable {
  const { records, problems } = readRecords(text, delimiter)
  return { ...toTable(records, problems), problems }
}

/** The same, a portion at a time: the event loop answers others in between. */
export async function readCsvInTurns(text: string, delimiter: Delimiter): Promise<CsvTable> {
  const { records, problems } = await readRecordsInTurns(text, delimiter)
  return { ...toTable(records, problems), problems }
}

/** All rows of a file, also empty ones and those above its headings, and where it could not be read any further. */
export type CsvRecords = { records: string[][]; problems: CsvProblem[] }

export function readRecords(text: string, delimiter: Delimiter): CsvRecords {
  const records: string[][] = []
  const problems: CsvProblem[] = []
  try {
    const body = bodyOf(text)
    parse(body, optionsFor(delimiter, records, isSpaced(body)))
  } catch (error) {
    problems.push(readingProblem(error, records.length + 1))
  }
  const wrapped = wrappedLines(records)
  return wrapped ? readRecords(wrapped, detectDelimiter(wrapped)) : { records, problems }
}

/** The lines of a file that has each whole line in quotation marks, as some programs save a CSV file; null for any other. */
function wrappedLines(records: readonly string[][]): string | null {
  const filled = records.filter(hasContent)
  const first = filled[0]?.[0] ?? ""
  const delimiter = detectDelimiter(first)
  const isWrapped =
    filled.length > 1 &&
    first.split(delimiter).length > 2 &&
    filled.every((record) => record.length === 1 && record[0]?.includes(delimiter))
  return isWrapped ? records.map((record) => record[0] ?? "").join("\n") : null
}

export async function readRecordsInTurns(text: string, delimiter: Delimiter): Promise<CsvRecords> {
  const records: string[][] = []
  const problems: CsvProblem[] = []
  const body = bodyOf(text)
  const reading = parser(optionsFor(delimiter, records, isSpaced(body)))
  let failure: unknown
  const ended = new Promise<void>((resolve) => {
    reading.on("close", resolve)
    reading.on("error", (error) => {
      failure = error
      resolve()
    })
  })
  reading.resume()
  for (let start = 0; start < body.length && !failure && !reading.destroyed; ) {
    const end = endOfPortion(body, start)
    reading.write(body.slice(start, end))
    start = end
    await nextTurn()
  }
  if (!failure && !reading.destroyed) reading.end()
  await ended
  if (failure) problems.push(readingProblem(failure, records.length + 1))
  const wrapped = wrappedLines(records)
  return wrapped ? readRecordsInTurns(wrapped, detectDelimiter(wrapped)) : { records, problems }
}

/** Not between the two halves of one letter. */
function endOfPortion(text: string, start: number): number {
  const last = text.charCodeAt(start + portion - 1)
  return start + portion + (last >= 0xd800 && last <= 0xdbff ? 1 : 0)
}

/** Without a line that only names the sign between cells, and without the "=" before ="8,500.00", which has that sign within it. */
const bodyOf = (text: string): string =>
  (declaredDelimiter(text) ? text.replace(/^[^\r\n]*(?:\r\n|\n|\r)?/, "") : text).replace(
    /(?<=^|[,;|\t])=("[^"\r\n]*")(?=[,;|\t]|\r?$)/gm,
    // The sign is looked for apart: within the pattern each of a long line would be tried against all that follows.
    (cell, quoted: string) => (/[,;|\t]/.test(quoted) ? quoted : cell),
  )

/** Whether a space stands before the quotation marks of cells, as in: Name, "Parent", "Email". */
const isSpaced = (body: string): boolean =>
  /^[^\r\n]*[,;|] +"/.test(body.slice(0, 2000)) ||
  /^[^\r\n"]*[,;|] [^\r\n"]*\r?\n[^\r\n]*[,;|] +"/.test(body.slice(0, 4000))

/** A cell without thousands of blanks between its words: patterns would go over them again from each. */
const withoutGap = (cell: string): string =>
  cell.replace(/\s{50,}/g, (blanks) => (blanks.includes("\n") ? "\n" : " "))

/** No limit for a single row: the file as a whole is limited, and one overlong row must not cost those after it. */
const optionsFor = (delimiter: Delimiter, records: string[][], isSpaced: boolean): Options => ({
  delimiter,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_quotes: true,
  ltrim: isSpaced,
  relax_column_count: true,
  to: MOST_ROWS + 2,
  on_record: (record: string[]) => {
    records.push(record.map(withoutGap))
    return null
  },
})

function toTable(records: string[][], problems: CsvProblem[]): Pick<CsvTable, "headers" | "rows"> {
  const first = records.findIndex(hasContent)
  if (first < 0) {
    if (problems.length === 0)
      problems.push({ rowNumber: null, code: "empty", message: "The file is empty." })
    return { headers: [], rows: [] }
  }
  const headers = withoutEmptyEnd(records[first] ?? [], 0).map((cell) => cell.trim())
  const rows = records.slice(first + 1).flatMap((record, index) => {
    if (!hasContent(record)) return []
    return [{ rowNumber: first + index + 2, cells: withoutEmptyEnd(record, headers.length) }]
  })

  if (rows.length > MOST_ROWS) {
    rows.length = MOST_ROWS
    const most = formatNumber(MOST_ROWS)
    const message = `The file has more than ${most} rows. Only the first ${most} were read. Split it into several files.`
    problems.push({ rowNumber: null, code: "too-many-rows", message })
  }
  if (rows.length === 0 && problems.length === 0) {
    problems.push({
      rowNumber: null,
      code: "no-rows",
      message: "The file has headings but no rows.",
    })
  }
  for (const { rowNumber, cells } of rows) {
    const message = cellCountProblem(headers, cells)
    if (message) problems.push({ rowNumber, code: "cell-count", message })
  }
  return { headers, rows }
}

function readingProblem(error: unknown, rowNumber: number): CsvProblem {
  if (!(error instanceof CsvError)) throw error
  if (error.code === "CSV_QUOTE_NOT_CLOSED") {
    const message = `A quotation mark in row ${rowNumber} is never closed. We couldn’t read that row or anything after it.`
    return { rowNumber, code: "unclosed-quote", message }
  }
  return { rowNumber, code: "unreadable", message: `We couldn’t read row ${rowNumber} or anything after it.` }
}

function hasContent(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== "")
}

function withoutEmptyEnd(cells: string[], atLeast: number): string[] {
  let length = cells.length
  while (length > atLeast && (cells[length - 1] ?? "").trim() === "") length--
  return cells.slice(0, length)
}

/**
 * A CSV file that opens well in spreadsheet programs: UTF-8 with a byte order mark, CRLF, quoted where needed.
 * A text that would start a formula gets an apostrophe in front (OWASP, CSV injection); numbers stay numbers,
 * so give amounts that may be negative as numbers. Where a school writes 1,50 the cells are separated by semicolons, as
 * its spreadsheet program expects; dates stay `YYYY-MM-DD`, which every program reads and sorts.
 */
export function writeCsv(
  headers: readonly string[],
  rows: readonly CsvLine[],
  formats: Formats = currentFormats(),
): string {
  return byteOrderMark + writeLines([headers, ...rows], formats)
}

/** A column of a file: its heading, and its cell in a row. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => string | number | null]

/** A CSV file by its columns. */
export const writeTable = <Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string =>
  writeCsv(
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  )

/** The same with a pause after every few rows: for files that may be large. */
export function* writeCsvTurns(
  headers: readonly string[],
  rows: Iterable<CsvLine>,
  formats: Formats = currentFormats(),
): Turns<string> {
  const written = [writeCsv(headers, [], formats)]
  let lines: CsvLine[] = []
  let length = 0
  for (const row of rows) {
    lines.push(row)
    length += row.reduce<number>((sum, cell) => sum + String(cell ?? "").length + 1, 0)
    if (length < portion) continue
    written.push(writeLines(lines, formats))
    lines = []
    length = 0
    yield
  }
  written.push(writeLines(lines, formats))
  yield
  return written.join("")
}

type CsvLine = readonly (string | number | null)[]

const byteOrderMark = "\ufeff"

/** Lines of such a file without its head: for files that are written a few rows at a time. */
export const writeCsvLines = (rows: readonly CsvLine[], formats: Formats = currentFormats()): string =>
  writeLines(rows, formats)

function writeLines(lines: readonly CsvLine[], formats: Formats): string {
  const { decimal } = signsOf(formats)
  const cells = lines.map((row) =>
    row.map((cell) =>
      typeof cell === "string"
        ? escapeFormula(cell)
        : typeof cell === "number"
          ? String(cell).replace(".", decimal)
          : cell,
    ),
  )
  return stringify(cells, {
    delimiter: decimal === "," ? ";" : ",",
    record_delimiter: "\r\n",
    quote_record_delimiter: true,
  })
}

/**
 * The text, with an apostrophe wherever a spreadsheet program would take it for a formula: in front, and after a sign at
 * which a program of other settings splits the file. Quotation marks do not help there: they count only where that program
 * sees a cell begin.
 */
export function escapeFormula(text: string): string {
  const begun = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return begun.replace(/([,;\t|\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'")
}

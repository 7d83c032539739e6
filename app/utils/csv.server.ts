// Whole CSV files: read so that nothing is lost and nothing throws, written so that no spreadsheet program
// runs a cell as a formula.
import { CsvError } from "csv-parse"
import { parse } from "csv-parse/sync"
import { stringify } from "csv-stringify/sync"
import { type CsvProblem, type CsvTable, cellCountProblem, type Delimiter, declaredDelimiter } from "./csv"

/** The most rows one file may have, and the most characters one row may have. */
export const MOST_ROWS = 20_000
export const LONGEST_ROW = 1_000_000

/**
 * Reads a decoded CSV file. Empty lines are skipped but counted, so that row numbers are those the person's
 * spreadsheet shows. A row with more or fewer cells than headings keeps the cells it has and is named in
 * `problems`. A file that cannot be read to its end gives the rows before the fault, and the fault.
 */
export function readCsv(text: string, delimiter: Delimiter): CsvTable {
  const records: string[][] = []
  const problems: CsvProblem[] = []
  const body = declaredDelimiter(text) ? text.replace(/^[^\r\n]*(?:\r\n|\n|\r)?/, "") : text
  try {
    parse(body, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LONGEST_ROW,
      to: MOST_ROWS + 2,
      on_record: (record: string[]) => {
        records.push(record)
        return null
      },
    })
  } catch (error) {
    problems.push(readingProblem(error, records.length + 1))
  }
  return { ...toTable(records, problems), problems }
}

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
    const most = MOST_ROWS.toLocaleString("en-US")
    const message = `The file has more than ${most} rows. Only the first ${most} were read. Split it into several files.`
    problems.push({ rowNumber: null, code: "too-many-rows", message })
  }
  if (rows.length === 0 && problems.length === 0) {
    problems.push({
      rowNumber: null,
      code: "no-rows",
      message: "The file has headings but no rows below them.",
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
    const message = `A quotation mark opened in row ${rowNumber} is never closed. Nothing from that row on could be read.`
    return { rowNumber, code: "unclosed-quote", message }
  }
  if (error.code === "CSV_MAX_RECORD_SIZE") {
    const message = `Row ${rowNumber} is longer than any row of a list. Nothing from that row on could be read.`
    return { rowNumber, code: "row-too-long", message }
  }
  return { rowNumber, code: "unreadable", message: `Nothing from row ${rowNumber} on could be read.` }
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
 * so give amounts that may be negative as numbers.
 */
export function writeCsv(
  headers: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [headers, ...rows].map((row) =>
    row.map((cell) => (typeof cell === "string" ? escapeFormula(cell) : cell)),
  )
  return stringify(cells, { bom: true, record_delimiter: "\r\n", quote_record_delimiter: true })
}

/** The text, with an apostrophe in front if a spreadsheet program would take it for a formula. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

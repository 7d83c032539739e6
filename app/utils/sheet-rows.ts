// Tables in files with several sheets, or with rows above their headings. Each row has a number of its own, by which its
// spreadsheet and its reader find it again. Safe in the browser.
import { type CsvRow, type CsvTable, cellCountProblem } from "./csv"
import { fold } from "./names"

/** The heading of the column that holds the name of a row's sheet, where a workbook has several. */
export const sheetHeading = "Sheet"

/** Rows of a second sheet, and of a second child or lesson in one row, have numbers of their own. */
export const perSheet = 100_000
export const perChild = 100_000_000
export const perLesson = 10 * perChild

export type Sheet = {
  name: string
  /** How many rows of the content are its own, also empty ones; a file without sheets has one, of all rows. */
  length: number
  isRead: boolean
  /** Its rows with headings, counted from 1: one, two that belong together, or none. */
  headings: number[]
  /** What a title says of all its rows, where it does. */
  title?: string
  /** Its rows, from 1, and columns, from 0, that its spreadsheet hides. */
  hiddenRows?: number[]
  hiddenColumns?: number[]
  leavesOutHidden?: boolean
}

export type Layout = { sheets: Sheet[] }

export type Records = readonly (readonly string[])[]

const cleanLine = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The cells of a row with something in them. */
export const filledIn = (record: readonly string[] | undefined): string[] =>
  (record ?? []).map(cleanLine).filter(Boolean)

/** The layout of a file whose headings are its first row: of files that were uploaded before, and of tests. */
const firstRowOnly = (records: Records): Layout => {
  const first = records.findIndex((record) => filledIn(record).length > 0)
  return {
    sheets: [{ name: "", length: records.length, isRead: true, headings: first < 0 ? [] : [first + 1] }],
  }
}

/** Where the headings of a file are, as it was kept. */
export function readLayout(kept: string, records: Records): Layout {
  const { sheets } = JSON.parse(kept) as Partial<Layout>
  return sheets ? { sheets } : firstRowOnly(records)
}

/** The rows of each sheet. */
export function splitSheets(records: Records, sheets: readonly { length: number }[]): Records[] {
  let start = 0
  return sheets.map(({ length }, index) => {
    const own = records.slice(start, index === sheets.length - 1 ? undefined : start + length)
    start += length
    return own
  })
}

/** The headings of a sheet, those of two rows joined: a group is over all columns up to the next one. */
export function headingsOf(records: Records, headings: readonly number[]): string[] {
  const [upper, lower] = headings.map((row) => (records[row - 1] ?? []).map(cleanLine))
  if (!upper) return []
  if (!lower) return upper
  const width = Math.max(upper.length, lower.length)
  let group = ""
  return Array.from({ length: width }, (_, column) => {
    if (upper[column]) group = upper[column] ?? ""
    const label = lower[column] ?? ""
    if (label === "") return upper[column] ?? ""
    return group && fold(group) !== fold(label) ? `${group} ${label}` : label
  })
}

/**
 * The rows of a file below its headings, of all sheets that are read: under the headings that they share. Where a workbook has
 * several sheets, the sheet's name is a column of its own.
 * @param isWorkbook rows of a workbook have as many cells as its widest; those of a text file tell of a missing quotation mark
 */
export function tableOf(
  records: Records,
  layout: Layout,
  isWorkbook: boolean,
): Pick<CsvTable, "headers" | "rows" | "problems"> {
  const parts = splitSheets(records, layout.sheets)
  const isOfSeveral = layout.sheets.length > 1
  const read = layout.sheets.flatMap((sheet, index) =>
    sheet.isRead ? [{ sheet, index, own: parts[index] ?? [] }] : [],
  )
  const headers: string[] = []
  const rows: CsvRow[] = []
  const several = read.length > 1
  for (const { sheet, index, own } of read) {
    const below = own.slice(sheet.headings.at(-1) ?? 0)
    const labels = withoutEmptyEnd(headingsOf(own, sheet.headings), 0)
    const width =
      isWorkbook || labels.length === 0
        ? Math.max(labels.length, ...below.map((record) => withoutEmptyEnd(record, 0).length), 0)
        : labels.length
    while (labels.length < width) labels.push("")
    const places = placesIn(headers, labels)
    const first = sheet.headings.at(-1) ?? 0
    const leftOut = new Set(sheet.leavesOutHidden ? sheet.hiddenRows : [])
    for (const [at, record] of below.entries()) {
      if (filledIn(record).length === 0 || leftOut.has(first + at + 1)) continue
      const written = withoutEmptyEnd(record, labels.length)
      // Some programs leave out the empty cells at a row's end.
      const isShort = !isWorkbook && written.length < labels.length && !isBroken(below, at, labels.length)
      const cells = isShort ? [...written, ...missing(labels.length - written.length)] : written
      const rowNumber = first + at + 1 + (several ? (index + 1) * perSheet : 0)
      const placed = several
        ? inPlaces(cells, places)
        : [...cells, ...(isWorkbook ? missing(width - cells.length) : [])]
      rows.push({ rowNumber, cells: placed })
    }
  }
  if (isOfSeveral || read.some(({ sheet }) => sheet.title)) {
    const column = headers.length
    headers.push(sheetHeading)
    for (const row of rows) {
      while (row.cells.length < column) row.cells.push("")
      const sheet = several ? layout.sheets[Math.floor(row.rowNumber / perSheet) - 1] : read[0]?.sheet
      const name = sheet?.name ?? ""
      row.cells[column] = sheet?.title && (!several || /\d/.test(name)) ? sheet.title : name
    }
  }
  const problems: CsvTable["problems"] = rows.flatMap(({ rowNumber, cells }) => {
    const message = cellCountProblem(headers, cells)
    return message ? [{ rowNumber, code: "cell-count" as const, message }] : []
  })
  if (rows.length === 0)
    problems.push({ rowNumber: null, code: "no-rows", message: "The file has headings but no rows." })
  return { headers, rows, problems }
}

/** Whether a row and the one before or after it are one that a line break parted. */
function isBroken(records: Records, at: number, width: number): boolean {
  const lengthOf = (index: number) => records[index]?.length ?? 0
  const own = lengthOf(at)
  return [at - 1, at + 1].some((other) => {
    const isFilled = filledIn(records[other]).length > 0 && lengthOf(other) < width
    return isFilled && own + lengthOf(other) - 1 === width
  })
}

const missing = (count: number): string[] => new Array<string>(Math.max(count, 0)).fill("")

/** Where each column of a sheet goes among those of all sheets: a heading that comes twice in a sheet has two columns. */
function placesIn(headers: string[], labels: readonly string[]): number[] {
  const used = new Set<number>()
  return labels.map((label) => {
    const found = headers.findIndex((header, column) => !used.has(column) && fold(header) === fold(label))
    const place = found >= 0 ? found : headers.push(label) - 1
    used.add(place)
    return place
  })
}

function inPlaces(cells: readonly string[], places: readonly number[]): string[] {
  const placed: string[] = []
  for (const [column, place] of places.entries()) placed[place] = cells[column] ?? ""
  return Array.from(placed, (cell) => cell ?? "")
}

function withoutEmptyEnd(cells: readonly string[], atLeast: number): string[] {
  let length = cells.length
  while (length > atLeast && (cells[length - 1] ?? "").trim() === "") length--
  return cells.slice(0, length)
}

/** Each row of the content with the table's columns in which its cells are, and its number where it is a row of the table. */
export function rowsOfContent(
  records: Records,
  layout: Layout,
  isWorkbook: boolean,
): { rowNumber: number | null; columns: (number | null)[] }[] {
  const several = layout.sheets.filter(({ isRead }) => isRead).length > 1
  const headers: string[] = []
  return splitSheets(records, layout.sheets).flatMap((own, index) => {
    const sheet = layout.sheets[index]
    const below = sheet?.headings.at(-1) ?? 0
    const labels = sheet?.isRead ? withoutEmptyEnd(headingsOf(own, sheet.headings), 0) : []
    if (sheet?.isRead && (isWorkbook || labels.length === 0))
      for (const record of own.slice(below))
        while (labels.length < withoutEmptyEnd(record, 0).length) labels.push("")
    const places = sheet?.isRead ? placesIn(headers, labels) : []
    return own.map((record, at) => {
      const isRow = sheet?.isRead === true && at >= below
      return {
        rowNumber: isRow ? at + 1 + (several ? (index + 1) * perSheet : 0) : null,
        columns: record.map((_, column) => (isRow ? (places[column] ?? column) : null)),
      }
    })
  })
}

// Tables in files with several sheets, or with rows above their headings. Each row has a number of its own, by which its
// spreadsheet and its reader find it again. Safe in the browser.
import { type CsvRow, type CsvTable, cellCountProblem } from "./csv"
import { isNameLabel, takeLabeled } from "./labeled-cells"
import { fold } from "./names"

/** The heading of the column that holds the name of a row's sheet, where a workbook has several. */
export const sheetHeading = "Sheet"

/** Rows of a second sheet, and of a second child or lesson in one row, have numbers of their own. */
export const perSheet = 100_000
export const perChild = 100_000_000
export const perLesson = 10 * perChild
/** So do the cells of a row of a timetable, and the names in each: by the column, counted from 0, and the name. */
const perPlace = 100 * perLesson
const mostNames = 100
export const atPlace = (rowNumber: number, column: number, name: number): number =>
  rowNumber + perPlace * (column * mostNames + Math.min(name, mostNames - 1) + 1)
/** The column of a row's number, counted from 0, and which of its names; null of a whole row's. */
export function placeOf(rowNumber: number): { column: number; name: number } | null {
  const place = Math.floor(rowNumber / perPlace) - 1
  return place < 0 ? null : { column: Math.floor(place / mostNames), name: place % mostNames }
}
/** The number of the table's row, whichever of its children or lessons is meant. */
export const rowOfTable = (rowNumber: number): number =>
  rowNumber - (rowNumber % perPlace) + (rowNumber % perChild)
/** The number of a row's sheet where several are read, counted from 1; 0 where one is. */
export const sheetOfRow = (rowNumber: number): number => Math.floor((rowNumber % perChild) / perSheet)

/** How a sheet is read: a student in each row, a timetable with names in its cells, or a line for each value. */
export const shapes = ["rows", "grid", "cards"] as const
export type Shape = (typeof shapes)[number]

export type Sheet = {
  name: string
  /** How many rows of the content are its own, also empty ones; a file without sheets has one, of all rows. */
  length: number
  isRead: boolean
  /** Its rows with headings, counted from 1: one, two that belong together, or none. */
  headings: number[]
  /** What its columns, from 0, are called where another sheet that is read calls the same otherwise. */
  called?: Readonly<Record<number, string>>
  /** What a title says of all its rows, where it does. */
  title?: string
  /** Its rows, from 1, and columns, from 0, that its spreadsheet hides. */
  hiddenRows?: number[]
  hiddenColumns?: number[]
  leavesOutHidden?: boolean
  /** absent: a student in each row */
  shape?: Shape
}

/** A sheet of another shape as a table; the numbers of its rows are those within the sheet. */
export type Flat = { labels: string[]; rows: CsvRow[] }

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

/** The headings of a sheet's columns in the table of all sheets that are read. */
const labelsOf = (own: Records, { headings, called = {} }: Sheet): string[] =>
  withoutEmptyEnd(headingsOf(own, headings), 0).map((label, column) => called[column] ?? label)

/**
 * Where each row below the headings has their cells: in a second table, whose own headings are some of the first ones, in another
 * order. Undefined where they are below their headings.
 */
function ordersBelow(own: Records, { headings }: Pick<Sheet, "headings">): (number[] | undefined)[] {
  const labels = headingsOf(own, headings).map(fold)
  const known = labels.filter(Boolean)
  if (new Set(known).size < known.length || known.length < 2) return []
  let order: number[] | undefined
  return own.slice(headings.at(-1) ?? 0).map((record) => {
    // The first cell of most rows is no heading: only that one is looked up.
    const isAgain = record.every((cell) => ["", ...known].includes(fold(cell)))
    if (isAgain && filledIn(record).length > 1) {
      const again = record.map(fold)
      const from = labels.map((label) => (label ? again.indexOf(label) : -1))
      order = from.every((each, at) => each < 0 || each === at) ? undefined : from
    }
    return order
  })
}

/**
 * The rows of a file below its headings, of all sheets that are read: under the headings that they share. Where a workbook has
 * several sheets, the sheet's name is a column of its own.
 * @param isWorkbook rows of a workbook have as many cells as its widest; those of a text file tell of a missing quotation mark
 * @param timetable how a sheet that is a timetable is read
 */
export function tableOf(
  records: Records,
  layout: Layout,
  isWorkbook: boolean,
  timetable: (own: Records, sheet: Sheet) => Flat,
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
    if (sheet.shape === "grid" || sheet.shape === "cards") {
      const shown = shownOf(own, sheet)
      const flat = sheet.shape === "grid" ? timetable(shown, sheet) : cardsOf(shown)
      const places = placesIn(headers, flat.labels)
      for (const { rowNumber, cells } of flat.rows)
        rows.push({
          rowNumber: rowNumber + (several ? (index + 1) * perSheet : 0),
          cells: inPlaces(cells, places),
        })
      continue
    }
    const orders = ordersBelow(own, sheet)
    const below = own
      .slice(sheet.headings.at(-1) ?? 0)
      .map((record, at) => orders[at]?.map((from) => record[from] ?? "") ?? record)
    const labels = labelsOf(own, sheet)
    // What stands beside the last heading is a column where the row of headings goes on without one.
    const mostCells =
      isWorkbook || labels.length === 0
        ? Number.POSITIVE_INFINITY
        : Math.max(...sheet.headings.map((row) => own[row - 1]?.length ?? 0))
    const width = below.reduce(
      (most, record) => Math.max(most, Math.min(withoutEmptyEnd(record, 0).length, mostCells)),
      labels.length,
    )
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
  const hasCells = read.some(({ sheet }) => sheet.shape && sheet.shape !== "rows")
  if (hasCells) for (const { cells } of rows) while (cells.length < headers.length) cells.push("")
  takeLabeled(headers, rows)
  if (isOfSeveral || read.some(({ sheet }) => sheet.title)) {
    const column = headers.length
    // "Mrs Ellis - Piano" says more than "Mrs Ellis" does.
    const areTitled = read.every(({ sheet: { title = "", name } }) => title.startsWith(name))
    headers.push(sheetHeading)
    for (const row of rows) {
      while (row.cells.length < column) row.cells.push("")
      const sheet = several ? layout.sheets[sheetOfRow(row.rowNumber) - 1] : read[0]?.sheet
      const name = sheet?.name ?? ""
      row.cells[column] = sheet?.title && (!several || /\d/.test(name) || areTitled) ? sheet.title : name
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

/** A sheet without the rows that are left out because its spreadsheet hides them; the others keep their places. */
function shownOf(own: Records, { leavesOutHidden, hiddenRows = [], headings }: Sheet): Records {
  if (!leavesOutHidden) return own
  const hidden = new Set(hiddenRows.filter((row) => row > (headings.at(-1) ?? 0)))
  return own.map((record, at) => (hidden.has(at + 1) ? [] : record))
}

type Line = { label: string | null; value: string; isOneCell: boolean }

const labelInCell = /^([^:：]{1,40}?)\s*[:：]\s*(.*)$/

/** The lines of a sheet, empty ones null: "Parent: Ann Lee" in one cell, or the label and its value in two where hardly a line has a colon. */
export function labeledLines(own: Records): (Line | null)[] {
  const filled = own.filter((record) => filledIn(record).length > 0)
  const withColon = filled.filter((record) => labelInCell.test(filledIn(record)[0] ?? "")).length
  return own.map((record) => labeledLine(record, withColon >= filled.length * 0.4))
}

function labeledLine(record: readonly string[], haveColons: boolean): Line | null {
  const [first = "", ...more] = filledIn(record)
  if (first === "") return null
  const [, label, said = ""] = labelInCell.exec(first) ?? []
  if (label && !/^(?:\d+|https?)$/i.test(label))
    return { label, value: [said, ...more].filter(Boolean).join(", "), isOneCell: said !== "" }
  if (more.length > 0 && !haveColons) return { label: first, value: more.join(", "), isOneCell: false }
  return { label: null, value: [first, ...more].join(", "), isOneCell: true }
}

/** No list of labeled lines is longer, nor has more labels: each line is looked at beside the others. */
export const mostCardRows = 400
const mostLabels = 40
/** The headings of a name that stands alone above the lines of a person, of lines that no label names, and of those of no one. */
const nameLabel = "Student"
const detailsLabel = "Details"
export const besideCards = "Between the students"

/** A line that says no more than whose the lines below are. */
const ofAdults =
  /^(?:parents?|guardians?|mother|father|mum|mom|dad|carers?|family|payer|contacts?|emergency contacts?|teachers?|eltern|mutter|vater|erziehungsberechtigte|lehrer(?:in)?|parents|mere|pere|responsable|padres?|madre|tutor(?:es|a)?|genitori|padre|ouders?|moeder|vader|foreldre|foraldrar|rodzice)$/

/** Where each person's lines begin, and the lines of no one; by the index. */
function beginsOf(read: readonly (Line | null)[]): { begins: Set<number>; strays: Set<number> } {
  const labels = read.map((line) => (line?.label ? fold(line.label) : null))
  const key = labels.find((label) => label !== null && isNameLabel(label))
  const strays = new Set<number>()
  if (key === undefined) {
    const labeled = labels.findIndex((label) => label !== null)
    let start = Math.max(labeled, 0)
    while (read[start - 1]) start--
    for (let at = 0; at < start; at++) if (read[at]) strays.add(at)
    return { begins: beginsWithoutKey(read, labels, start), strays }
  }
  const keys = labels.flatMap((label, at) => (label === key ? [at] : []))
  const [first = 0, second] = keys
  let from = first
  while (from > 0 && labels[from - 1] !== null) from--
  const lead = labels.slice(from, first)
  const isLed = (at: number) =>
    lead.length > 0 && lead.every((label, index) => labels[at - lead.length + index] === label)
  // What is ahead of one name is of no one, unless it is ahead of each.
  const leads = second === undefined || isLed(second)
  const begins = new Set(keys.map((at) => (leads && isLed(at) ? at - lead.length : at)))
  const ahead = new Set(leads ? [] : labels.slice(0, first).filter((label) => label !== null))
  let isTheirs = false
  for (const [at, line] of read.entries()) {
    const isAfterGap = !read[at - 1]
    const label = labels[at]
    if (begins.has(at)) isTheirs = true
    else if (isAfterGap && label && ahead.has(label)) isTheirs = false
    if (line && !isTheirs) strays.add(at)
  }
  return { begins, strays }
}

/** Where no label is of a name: a person begins with a line that stands alone, and after an empty line where a label comes again. */
function beginsWithoutKey(
  read: readonly (Line | null)[],
  labels: readonly (string | null)[],
  start: number,
): Set<number> {
  const begins = new Set<number>()
  let seen = new Set<string>()
  for (const [at, line] of read.entries()) {
    if (at < start) continue
    const isAfterGap = !read[at - 1]
    const label = labels[at] ?? null
    const isAlone = line !== null && label === null && isAfterGap && !ofAdults.test(fold(line.value))
    if (line && (begins.size === 0 || isAlone || (isAfterGap && label !== null && seen.has(label)))) {
      begins.add(at)
      seen = new Set()
    }
    if (label !== null) seen.add(label)
  }
  return begins
}

type PlacedLines = ({ rowNumber: number; column: number } | null)[]

/**
 * A list with a line for each value as a table: a row for each person, with the number of the first of their lines. A person
 * begins with each label of a student's name. Lines of no one are rows of their own, in a column by itself. None of a list
 * that is too long. `lines` has the row's number and the column of each line.
 */
export function cardsOf(own: Records): Flat & { lines: PlacedLines } {
  const none = { labels: [], rows: [], lines: own.map(() => null) }
  if (own.length > mostCardRows) return none
  const read = labeledLines(own)
  const { begins, strays } = beginsOf(read)
  const labels: string[] = []
  const columns = new Map<string, number[]>()
  const placeOfLabel = (label: string, before: number): number => {
    const known = columns.get(fold(label)) ?? []
    columns.set(fold(label), known)
    known[before] ??= labels.push(label) - 1
    return known[before]
  }
  const rows: CsvRow[] = []
  const lines: PlacedLines = own.map(() => null)
  let seen = new Map<string, number>()
  let last = null as { column: number; isName: boolean } | null
  for (const [at, line] of read.entries()) {
    if (!line) {
      last = null
      continue
    }
    const isBegin = begins.has(at)
    const isStray = strays.has(at)
    if (isBegin || isStray) {
      rows.push({ rowNumber: at + 1, cells: [] })
      seen = new Map()
    }
    const row = rows.at(-1)
    if (!row) continue
    const label = isStray ? besideCards : (line.label ?? (isBegin ? nameLabel : null))
    const folded = fold(label ?? "")
    let column: number
    if (label === null) column = last && !last.isName ? last.column : placeOfLabel(detailsLabel, 0)
    else {
      column = placeOfLabel(label, seen.get(folded) ?? 0)
      seen.set(folded, (seen.get(folded) ?? 0) + 1)
    }
    if (labels.length > mostLabels) return none
    const isName: boolean = label === null ? last?.isName !== false : isNameLabel(folded)
    last = { column, isName }
    const said = isStray ? [line.label, line.value].filter(Boolean).join(": ") : line.value
    row.cells[column] = [row.cells[column], said].filter(Boolean).join("\n")
    lines[at] = { rowNumber: row.rowNumber, column }
  }
  return {
    labels,
    rows: rows.map(({ rowNumber, cells }) => ({
      rowNumber,
      cells: labels.map((_, each) => cells[each] ?? ""),
    })),
    lines,
  }
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

/**
 * Each row of the content with the table's columns in which its cells are, and its number where it is a row of the table or
 * one of its lines. In a timetable each cell is another's: `cellsIn` is the number of such a row.
 */
export function rowsOfContent(
  records: Records,
  layout: Layout,
  isWorkbook: boolean,
): { rowNumber: number | null; columns: (number | null)[]; cellsIn?: number }[] {
  const several = layout.sheets.filter(({ isRead }) => isRead).length > 1
  const headers: string[] = []
  return splitSheets(records, layout.sheets).flatMap((own, index) => {
    const sheet = layout.sheets[index]
    const ofSheet = several ? (index + 1) * perSheet : 0
    if (sheet?.isRead && sheet.shape === "cards") {
      const shown = shownOf(own, sheet)
      const { labels, lines } = cardsOf(shown)
      const said = labeledLines(shown)
      const places = placesIn(headers, labels)
      return own.map((record, at) => {
        const line = lines[at]
        const isWhole = said[at]?.isOneCell === true
        return {
          rowNumber: line ? line.rowNumber + ofSheet : null,
          columns: record.map((_, cell) =>
            line && (isWhole || cell > 0) ? (places[line.column] ?? null) : null,
          ),
        }
      })
    }
    if (sheet?.shape === "grid")
      return own.map((record, at) => ({
        rowNumber: null,
        columns: record.map(() => null),
        ...(sheet.isRead && at >= (sheet.headings.at(-1) ?? 0) ? { cellsIn: at + 1 + ofSheet } : {}),
      }))
    const below = sheet?.headings.at(-1) ?? 0
    const labels = sheet?.isRead ? labelsOf(own, sheet) : []
    if (sheet?.isRead && (isWorkbook || labels.length === 0))
      for (const record of own.slice(below))
        while (labels.length < withoutEmptyEnd(record, 0).length) labels.push("")
    const places = sheet?.isRead ? placesIn(headers, labels) : []
    const orders = sheet?.isRead ? ordersBelow(own, sheet) : []
    return own.map((record, at) => {
      const isRow = sheet?.isRead === true && at >= below
      const order = orders[at - below]
      return {
        rowNumber: isRow ? at + 1 + ofSheet : null,
        columns: record.map((_, column) =>
          isRow ? (places[order ? order.indexOf(column) : column] ?? (order ? null : column)) : null,
        ),
      }
    })
  })
}

// Lists with merged cells: a family or teacher stands once, in front of the names, with the rows of theirs below it.

import type { CsvRow } from "~/utils/csv"
import { fold } from "~/utils/names"
import { sheetOfRow } from "~/utils/sheet-rows"
import type { ColumnMapping } from "./roster-column-uses"
import type { RowIssue } from "./roster-issues"
import { isDitto, isDittoMark, splitName } from "./roster-text"
import { told } from "./roster-values"

const ofFamily =
  /^(?:guardian\d\w*|household|householdCode|address2?|houseNumber|city|region|postcode|country)$/

const columnsOf = (mapping: ColumnMapping, isOf: (use: string) => boolean): number[] =>
  Object.keys(mapping)
    .map(Number)
    .filter((column) => isOf(mapping[column] ?? ""))

const ofLesson = /^(?:lesson\d-)?(?:teacher|instrument|weekday|time|endTime|minutes)$/
const ofStudent = /^(?:first|last|full)Name$/
const ofGuardian = /^guardian\d(?:Name|LastName)$/
const ofContact =
  /^(?:guardian\d(?:Email|Phone)|studentEmail|studentPhone|address2?|city|region|postcode|country)$/

/**
 * The rows with the cell above for each that says it is the same: of a lesson, of a name, or a contact of those who are called as above.
 * "Same" alone can be the mother's number beside it; it stays, and so does all else.
 */
export function fillDittos(rows: readonly CsvRow[], mapping: ColumnMapping): readonly CsvRow[] {
  let above: CsvRow | undefined
  return rows.map((row) => {
    const before = above && sheetOfRow(above.rowNumber) === sheetOfRow(row.rowNumber) ? above.cells : null
    above = row
    if (!before || !row.cells.some((cell) => isDitto(cell.trim()) || saysSame(cell))) return row
    const fill = (cells: readonly string[], isFilled: (use: string, cell: string) => boolean) =>
      cells.map((cell, column) =>
        isFilled(mapping[column] ?? "", cell.trim()) ? before[column] || cell : cell,
      )
    const isFamily = (cells: readonly string[]) => nameOf("", cells, mapping) === nameOf("", before, mapping)
    const ofLessons = fill(
      row.cells,
      (use, cell) =>
        (ofLesson.test(use) && (isDitto(cell) || saysSame(cell))) ||
        (ofStudent.test(use) && isDittoMark(cell)),
    )
    const named = fill(
      ofLessons,
      (use, cell) => ofGuardian.test(use) && (isDittoMark(cell) || (isDitto(cell) && isFamily(ofLessons))),
    )
    const cells = fill(
      named,
      (use, cell) =>
        ofContact.test(use) && isDitto(cell) && nameOf(use, named, mapping) === nameOf(use, before, mapping),
    )
    above = { ...row, cells }
    return above
  })
}

const saysSame = (cell: string): boolean => /^\s*same(?: (?:day|teacher|time))?\s*$/i.test(cell)

/** Whose a contact is: a guardian by the whole name, and all of a family by the student's last name. */
function nameOf(use: string, cells: readonly string[], mapping: ColumnMapping): string {
  const [guardian] = /^guardian\d/.exec(use) ?? []
  const written = (isOf: (use: string) => boolean) =>
    columnsOf(mapping, isOf)
      .map((column) => cells[column] ?? "")
      .join(" ")
      .trim()
  if (guardian) return fold(written((each) => each.startsWith(guardian) && ofGuardian.test(each)))
  return fold(
    written((each) => each === "lastName") || splitName(written((each) => each === "fullName")).lastName,
  )
}

/** The rows with an area code before the number beside it, as forms ask for them apart. */
export function joinAreaCodes<
  Table extends { headers: readonly string[]; mapping: ColumnMapping; rows: readonly CsvRow[] },
>(table: Table): Table {
  const { headers, mapping, rows } = table
  const code = headers.findIndex(
    (header, column) =>
      /\barea code$/i.test(header.trim()) &&
      mapping[column] === "copyToNotes" &&
      /Phone$/.test(mapping[column + 1] ?? ""),
  )
  if (code < 0) return table
  const joined = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) =>
      at === code + 1 && cell.trim() ? [row.cells[code], cell].join(" ").trim() : cell,
    ),
  }))
  return { ...table, rows: joined, mapping: { ...mapping, [code]: "ignore" } }
}

/** The rows with what stands once above them; what each of them is told, and which row is of the same family, by its number. */
export function fillMerged(
  rows: readonly CsvRow[],
  mapping: ColumnMapping,
): { rows: readonly CsvRow[]; said: Map<number, RowIssue>; siblings: Map<number, number> } {
  const names = columnsOf(mapping, (use) => ofStudent.test(use))
  const family = columnsOf(mapping, (use) => ofFamily.test(use))
  const teacher = columnsOf(mapping, (use) => use === "teacher")
  const times = columnsOf(mapping, (use) => use === "weekday" || use === "time")
  const isInFront = (columns: readonly number[]) =>
    names.length > 0 && Math.min(...columns) < Math.min(...names)
  const said = new Map<number, RowIssue>()
  const siblings = new Map<number, number>()
  const cellIn = ({ cells }: CsvRow, column: number) => (cells[column] ?? "").trim()
  const isFilled = (row: CsvRow, columns: readonly number[]) =>
    columns.some((column) => cellIn(row, column) !== "")
  const isRepeated = rows.some((row, at) => {
    const [own, before] = [row, rows[at - 1]].map((each) => (each ? cellIn(each, teacher[0] ?? -1) : ""))
    return own !== "" && own === before
  })
  const kinds = [
    {
      columns: family,
      // A child with a last name can be another family's.
      isBelow: (row: CsvRow) =>
        names.filter((column) => cellIn(row, column) !== "").length === 1 &&
        !/[\s,]/.test(names.map((column) => cellIn(row, column)).join("")),
      text: told.familyAbove,
      field: "household" as const,
    },
    {
      columns: isRepeated ? [] : teacher,
      isBelow: (row: CsvRow) => isFilled(row, times) && isFilled(row, names),
      text: told.teacherAbove,
      field: "teacher" as const,
    },
  ].filter(({ columns }) => columns.length > 0 && isInFront(columns))
  let filled = rows
  for (const { columns, isBelow, text, field } of kinds) {
    let above: CsvRow | undefined
    filled = filled.map((row) => {
      const isNext = above !== undefined && row.rowNumber === above.rowNumber + 1
      if (!above || !isNext || isFilled(row, columns) || !isBelow(row)) {
        above = isFilled(row, columns) ? row : undefined
        return row
      }
      const from = above
      const value = columns.map((column) => cellIn(from, column)).find(Boolean) ?? ""
      const { message, group } = text(value)
      said.set(row.rowNumber, { field, code: "unusual", message, group, value: "" })
      if (field === "household") siblings.set(row.rowNumber, from.rowNumber)
      const cells = row.cells.map((cell, column) =>
        columns.includes(column) ? (from.cells[column] ?? cell) : cell,
      )
      above = { ...row, cells }
      return above
    })
  }
  return { rows: filled, said, siblings }
}

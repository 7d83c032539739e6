// Lists that write a day, and who teaches on it, once above the lessons of that day: what a spreadsheet leaves of cells that were
// merged over several rows.
import type { CsvRow } from "~/utils/csv"
import { fold } from "~/utils/names"
import { sheetOfRow } from "~/utils/sheet-rows"
import type { ColumnMapping } from "./roster-column-uses"
import type { FieldKey } from "./roster-field-names"
import { type Answers, answerTo } from "./roster-questions"

export const dayAboveKey = "rows without a day"

/** What is asked of rows without a day, by their numbers. */
export type AskedDays = { chosen: string; rowNumbers: number[] }

/** The index of a field's column; -1 without one. */
export const columnOf = (mapping: ColumnMapping, field: FieldKey): number =>
  Number(Object.keys(mapping).find((column) => mapping[Number(column)] === field) ?? -1)

/**
 * The rows with the day and teacher of the row above where theirs are blank and they have a time, and the question whether that is
 * meant. A list whose first lesson has no day is none of these.
 */
export function fillDays(
  rows: readonly CsvRow[],
  mapping: ColumnMapping,
  answers: Answers,
): { rows: readonly CsvRow[]; asked: AskedDays | null } {
  const [day, time, teacher] = [
    columnOf(mapping, "weekday"),
    columnOf(mapping, "time"),
    columnOf(mapping, "teacher"),
  ]
  const said = ({ cells }: CsvRow, column: number) => (cells[column] ?? "").trim()
  const timed = day < 0 || time < 0 ? [] : rows.filter((row) => said(row, time) !== "")
  const [first] = timed
  if (!first || said(first, day) === "") return { rows, asked: null }
  // A sheet whose first lesson has no day has none above it.
  const above = rowsAbove(rows, {
    hasDay: (row) => said(row, day) !== "",
    isTimed: (row) => said(row, time) !== "",
  })
  const below = [...above.keys()]
  if (below.length === 0) return { rows, asked: null }
  // A single day was more likely forgotten, and so were those of a list that writes the same day in row after row.
  const usual = below.length > 1 && !repeats(timed, [day, teacher]) ? "above" : "missing"
  const chosen = answerTo(answers, dayAboveKey, ["above", "missing"], usual)
  const asked = { chosen, rowNumbers: below.map(({ rowNumber }) => rowNumber) }
  if (chosen === "missing") return { rows, asked }
  // Who teaches is said with the day.
  const isTeachersToo = teacher >= 0 && timed.every((row) => above.has(row) || said(row, teacher) !== "")
  const columns = [day, ...(isTeachersToo ? [teacher] : [])]
  const filled = rows.map((row) => {
    const from = above.get(row)
    if (!from) return row
    return {
      ...row,
      cells: row.cells.map((cell, column) =>
        columns.includes(column) && cell.trim() === "" ? (from.cells[column] ?? "") : cell,
      ),
    }
  })
  return { rows: filled, asked }
}

const sheetOf = ({ rowNumber }: CsvRow): number => sheetOfRow(rowNumber)

type Is = Record<"hasDay" | "isTimed", (row: CsvRow) => boolean>

/** The rows with a time and no day, each with the last one above it on the same sheet that has one. */
function rowsAbove(rows: readonly CsvRow[], { hasDay, isTimed }: Is): Map<CsvRow, CsvRow> {
  const found = new Map<CsvRow, CsvRow>()
  let above: CsvRow | undefined
  for (const row of rows) {
    if (above && sheetOf(above) !== sheetOf(row)) above = undefined
    if (hasDay(row)) above = row
    else if (above && isTimed(row)) found.set(row, above)
  }
  return found
}

/** Whether two rows of a sheet, one after the other among those with a day, have the same, and the same teacher. */
function repeats(timed: readonly CsvRow[], [day, teacher]: readonly [number, number]): boolean {
  const said = timed.flatMap((row) => {
    const [on = "", by = ""] = [day, teacher].map((column) => fold(row.cells[column] ?? ""))
    return on ? [JSON.stringify([sheetOf(row), on, by])] : []
  })
  return said.some((each, index) => each === said[index + 1])
}

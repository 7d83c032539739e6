// Lists that write a day, and who teaches on it, once above the lessons of that day: what a spreadsheet leaves of cells that were
// merged over several rows.
import type { CsvRow } from "~/utils/csv"
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
  const below = timed.filter((row) => said(row, day) === "")
  const [first] = timed
  if (!first || below.length === 0 || said(first, day) === "") return { rows, asked: null }
  // A single day was more likely forgotten.
  const usual = below.length > 1 ? "above" : "missing"
  const chosen = answerTo(answers, dayAboveKey, ["above", "missing"], usual)
  const asked = { chosen, rowNumbers: below.map(({ rowNumber }) => rowNumber) }
  if (chosen === "missing") return { rows, asked }
  const blank = new Set(below)
  // Who teaches is said with the day.
  const isTeachersToo = teacher >= 0 && timed.every((row) => blank.has(row) || said(row, teacher) !== "")
  let above: CsvRow | undefined
  const filled = rows.map((row) => {
    if (!blank.has(row)) {
      if (said(row, day) !== "") above = row
      return row
    }
    const from = above
    if (!from) return row
    const columns = [day, ...(isTeachersToo ? [teacher] : [])]
    return {
      ...row,
      cells: row.cells.map((cell, column) =>
        columns.includes(column) && cell.trim() === "" ? (from.cells[column] ?? "") : cell,
      ),
    }
  })
  return { rows: filled, asked }
}

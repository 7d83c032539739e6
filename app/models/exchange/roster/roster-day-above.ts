// Lists that write a day, and who teaches on it, once above the lessons of that day: what a spreadsheet leaves of cells that were
// merged over several rows.
import type { CsvRow } from "~/utils/csv"
import type { FieldKey } from "./roster-field-names"
import type { ColumnMapping } from "./roster-fields"
import { type Answers, answerTo, type Question } from "./roster-questions"
import { rowText } from "./roster-text"

const key = "rows without a day"

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
): { rows: readonly CsvRow[]; questions: Question[] } {
  const [day, time, teacher] = [
    columnOf(mapping, "weekday"),
    columnOf(mapping, "time"),
    columnOf(mapping, "teacher"),
  ]
  const said = ({ cells }: CsvRow, column: number) => (cells[column] ?? "").trim()
  const timed = day < 0 || time < 0 ? [] : rows.filter((row) => said(row, time) !== "")
  const below = timed.filter((row) => said(row, day) === "")
  const [first] = timed
  if (!first || below.length === 0 || said(first, day) === "") return { rows, questions: [] }
  // A single day was more likely forgotten.
  const usual = below.length > 1 ? "above" : "missing"
  const chosen = answerTo(answers, key, ["above", "missing"], usual)
  const question: Question = {
    key,
    kind: "student",
    text:
      below.length > 1
        ? `${below.length} rows have a lesson time and no day, such as row ${rowText(below[0]?.rowNumber ?? 0)}. Are they on the day above them?`
        : `Row ${rowText(below[0]?.rowNumber ?? 0)} has a lesson time and no day. Is it on the day above it?`,
    choices: [
      { value: "above", label: "Yes, on the day above" },
      { value: "missing", label: "No, the day is missing" },
    ],
    chosen,
    rowNumbers: below.map(({ rowNumber }) => rowNumber),
  }
  if (chosen === "missing") return { rows, questions: [question] }
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
  return { rows: filled, questions: [question] }
}

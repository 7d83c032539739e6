// Lists that write a student's name once, with a row for each further lesson below it.
import type { CsvRow } from "~/utils/csv"
import type { Turns } from "~/utils/in-turns"
import type { ColumnMapping } from "./roster-column-uses"
import type { FieldKey } from "./roster-field-names"
import { type Answers, answerTo, type Question } from "./roster-questions"
import type { RowReading } from "./roster-reading"
import { fullName } from "./roster-row"
import { rowText } from "./roster-text"

const ofLesson: ReadonlySet<string> = new Set<FieldKey>([
  "instrument",
  "level",
  "teacher",
  "classKind",
  "weekday",
  "time",
  "endTime",
  "minutes",
  "price",
  "billing",
  "startDate",
  "endDate",
])
const tellLessons: ReadonlySet<string> = new Set<FieldKey>(["instrument", "weekday", "time"])
const names: ReadonlySet<string> = new Set<FieldKey>(["firstName", "lastName", "fullName", "studentCode"])

/** A row without a name that says nothing but a lesson: the same row with what the one above it says of the student. */
function withNameAbove(row: CsvRow, above: CsvRow, mapping: ColumnMapping): CsvRow | undefined {
  if (row.rowNumber !== above.rowNumber + 1 || row.cells.length !== above.cells.length) return undefined
  const meaning = (column: number) => mapping[column] ?? "ignore"
  const filled = row.cells.flatMap((cell, column) => (cell.trim() === "" ? [] : [{ cell, column }]))
  const isLesson = filled.some(({ column }) => tellLessons.has(meaning(column)))
  const isBelow = filled.every(
    ({ cell, column }) =>
      !names.has(meaning(column)) &&
      (ofLesson.has(meaning(column)) ||
        meaning(column) === "ignore" ||
        cell.trim() === above.cells[column]?.trim()),
  )
  const isNamed = above.cells.some((cell, column) => names.has(meaning(column)) && cell.trim() !== "")
  if (!isLesson || !isBelow || !isNamed) return undefined
  const isStudents = (column: number) => !ofLesson.has(meaning(column)) && meaning(column) !== "copyToNotes"
  const cells = row.cells.map((cell, column) => (isStudents(column) ? (above.cells[column] ?? "") : cell))
  return { ...row, cells }
}

const key = "rows without a name"

/**
 * The rows of a list that are further lessons of the student above them, each with the name, and the question whether they
 * are: a name can also have been forgotten, which is more likely where there's one such row.
 */
export function* rowsBelow(
  rows: readonly CsvRow[],
  mapping: ColumnMapping,
  answers: Answers,
): Turns<{ named: Map<CsvRow, CsvRow>; questions: Question[] }> {
  const named = new Map<CsvRow, CsvRow>()
  let above: CsvRow | undefined
  for (const row of rows) {
    yield
    const found = above && withNameAbove(row, above, mapping)
    if (found) named.set(row, found)
    above = found ?? row
  }
  const [first] = named.keys()
  if (!first) return { named, questions: [] }
  const chosen = answerTo(answers, key, ["above", "missing"], named.size > 1 ? "above" : "missing")
  const question: Question = {
    key,
    kind: "student",
    text:
      named.size > 1
        ? `${named.size} rows have a lesson and no name, such as row ${rowText(first.rowNumber)}. Are they further lessons of the student above them?`
        : `Row ${rowText(first.rowNumber)} has a lesson and no name. Is it a further lesson of the student above it?`,
    choices: [
      {
        value: "above",
        label: named.size > 1 ? "Yes, of the students above them" : "Yes, of the student above it",
      },
      { value: "missing", label: "No, the name is missing" },
    ],
    chosen,
    rowNumbers: [...named.keys()].map(({ rowNumber }) => rowNumber),
  }
  return { named: chosen === "above" ? named : new Map(), questions: [question] }
}

export function sayNameAbove({ values, warnings }: RowReading): void {
  const message = `This row has no name. It’s taken as another lesson of ${fullName(values)}, who is above it.`
  const group = "The row has no name. It’s taken as another lesson of the student above it."
  warnings.push({ field: "firstName", code: "unusual", message, group, value: "" })
}

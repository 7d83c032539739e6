// Lists with merged cells: a family or teacher stands once, in front of the names, with the rows of theirs below it.

import type { CsvRow } from "~/utils/csv"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { sheetOfRow } from "~/utils/sheet-rows"
import { type ColumnMapping, columnOf, type FieldKey, lessonFields } from "./roster-field-names"
import { type Answers, answerTo, type Question } from "./roster-questions"
import type { RowIssue, RowReading } from "./roster-reading"
import { fullName } from "./roster-row"
import { isDitto, isDittoMark, isDittoSentence, rowText, splitName } from "./roster-text"
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
const ofFamilyContact = /^(?:guardian\d(?:Email|Phone)|address2?|city|region|postcode|country)$/

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
    // A child without a last name is called as the guardian is.
    const isFamily = (cells: readonly string[]) =>
      ["", nameOf("", before, mapping)].includes(nameOf("", cells, mapping))
    const ofLessons = fill(
      row.cells,
      (use, cell) =>
        (ofLesson.test(use) && (isDitto(cell) || saysSame(cell))) ||
        (ofStudent.test(use) && isDittoMark(cell)),
    )
    const isSame = (cell: string) =>
      isDittoMark(cell) || isDittoSentence(cell) || ((isDitto(cell) || saysSame(cell)) && isFamily(ofLessons))
    const named = fill(ofLessons, (use, cell) => ofGuardian.test(use) && isSame(cell))
    // Whose guardian is the one above has their contacts, where the row says no other.
    const hasAdultsAbove = ofLessons.some(
      (cell, at) => ofGuardian.test(mapping[at] ?? "") && named[at] !== cell,
    )
    const cells = fill(named, (use, cell) =>
      hasAdultsAbove && ofFamilyContact.test(use)
        ? cell === "" || isDitto(cell) || saysSame(cell)
        : ofContact.test(use) &&
          isDitto(cell) &&
          nameOf(use, named, mapping) === nameOf(use, before, mapping),
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

/**
 * Rows that name a family, or its adults, above its children and say nothing of a student, and the rows with what such a row says of
 * the family, down to the next one.
 */
export function fillFamilies(rows: readonly CsvRow[], mapping: ColumnMapping) {
  const names = columnsOf(mapping, (use) => ofStudent.test(use))
  const family = columnsOf(mapping, (use) => ofFamily.test(use))
  const called = columnsOf(mapping, (use) => use === "household" || ofGuardian.test(use))
  const contacts = { studentEmail: "guardian1Email", studentPhone: "guardian1Phone" } as const
  const said = ({ cells }: CsvRow, columns: readonly number[]) =>
    columns.some((column) => (cells[column] ?? "").trim() !== "")
  const own = columnsOf(
    mapping,
    (use) => !ofFamily.test(use) && !/^(?:student(?:Email|Phone)|notes|copyToNotes|ignore)$/.test(use),
  )
  const heads = new Set(
    rows.filter((row, at) => {
      const next = rows[at + 1]
      const isBelow = next && said(next, names) && !said(next, called) && next.rowNumber === row.rowNumber + 1
      return isBelow && said(row, called) && !said(row, own)
    }),
  )
  let head: CsvRow | undefined
  const filled = rows.map((row) => {
    if (heads.has(row)) head = row
    else if (said(row, called) || !said(row, names)) head = undefined
    const from = head
    if (!from || from === row) return row
    const columns = [...family, ...columnsOf(mapping, (use) => use in contacts)]
    const isOpen = (at: number, cell: string) => columns.includes(at) && cell.trim() === ""
    return {
      ...row,
      cells: row.cells.map((cell, at) => (isOpen(at, cell) ? (from.cells[at] ?? cell) : cell)),
    }
  })
  return {
    heads: new Set([...heads].map(({ rowNumber }) => rowNumber)),
    rows: heads.size > 0 ? filled : rows,
  }
}

/** The rows with the student above where they name a guardian and no one else; what each of them is told. */
function fillGuardians(rows: readonly CsvRow[], mapping: ColumnMapping, said: Map<number, RowIssue>) {
  const own = columnsOf(mapping, (use) => ofStudent.test(use) || use === "studentCode")
  const others = columnsOf(mapping, (use) => !/^(?:guardian\d\w*|copyToNotes|notes|ignore)$/.test(use))
  const adults = columnsOf(mapping, (use) => ofGuardian.test(use))
  const isBlank = ({ cells }: CsvRow, columns: readonly number[]) =>
    columns.every((column) => (cells[column] ?? "").trim() === "")
  let above: CsvRow | undefined
  if (Math.min(...own) > Math.min(...adults)) return rows
  return rows.map((row) => {
    const isNext = above !== undefined && row.rowNumber === above.rowNumber + 1
    if (!above || !isNext || !isBlank(row, others) || isBlank(row, adults)) {
      above = isBlank(row, own) || isBlank(row, adults) ? undefined : row
      return row
    }
    const from = above
    const student = own.map((column) => from.cells[column] ?? "").filter(Boolean)
    const { message, group } = told.studentAbove(student.at(-1) ?? "")
    said.set(row.rowNumber, { field: "firstName", code: "unusual", message, group, value: "" })
    above = {
      ...row,
      cells: row.cells.map((cell, at) => (own.includes(at) ? (from.cells[at] ?? cell) : cell)),
    }
    return above
  })
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
  let filled: readonly CsvRow[] = fillGuardians(rows, mapping, said)
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

// Lists that write a day, and who teaches on it, once above the lessons of that day: what a spreadsheet leaves of cells that were
// merged over several rows.

export const dayAboveKey = "rows without a day"

/** What is asked of rows without a day, by their numbers. */
export type AskedDays = { chosen: string; rowNumbers: number[] }

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

// Lists that write a student's name once, with a row for each further lesson below it.

const ofLessons: ReadonlySet<string> = new Set(lessonFields)
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
      (ofLessons.has(meaning(column)) ||
        meaning(column) === "ignore" ||
        cell.trim() === above.cells[column]?.trim()),
  )
  const isNamed = above.cells.some((cell, column) => names.has(meaning(column)) && cell.trim() !== "")
  if (!isLesson || !isBelow || !isNamed) return undefined
  const isStudents = (column: number) => !ofLessons.has(meaning(column)) && meaning(column) !== "copyToNotes"
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

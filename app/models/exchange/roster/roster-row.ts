// One row of a roster read through the mapping: what it says about one student, everything that cannot be
// believed, and everything that has no field and so goes into the student's notes.

import { type CsvRow, cellCountProblem } from "~/utils/csv"
import { fold } from "~/utils/names"
import { isAmount } from "./roster-amounts"
import { parseBirthDate, parseStartDate } from "./roster-dates"
import { type FieldKey, rosterFields } from "./roster-fields"
import type { RowIssue } from "./roster-issues"
import { checkSchedule, readLessonTime } from "./roster-lesson-time"
import { splitMedical } from "./roster-medical"
import { copyToNotes } from "./roster-notes"
import { readOwn } from "./roster-own"
import { isOwnUse } from "./roster-own-fields"
import type { RowFrame, RowReading } from "./roster-reading"
import { emptyValues, type GuardianCells, type RowValues } from "./roster-row-values"
import { cleanBlock, cleanLine, looksUnlikeName, shorten, splitName, withoutFormulaMark } from "./roster-text"
import {
  type Cell,
  parseBilling,
  parseBlock,
  parseClassKind,
  parseEmail,
  parseLine,
  parsePrice,
  parseRelation,
  parseStatus,
} from "./roster-values"

/** More characters than any row of a list has. */
export const longestRow = 50_000

const neededFields: ReadonlySet<FieldKey> = new Set(["firstName", "lastName", "fullName"])

/** Reads one row. Never throws and never drops a cell: what is refused is a problem, what has no field a note. */
export function readRow(row: CsvRow, frame: RowFrame): RowReading {
  const reading: RowReading = {
    rowNumber: row.rowNumber,
    values: emptyValues(),
    cells: {},
    notes: [],
    own: { student: {}, family: {}, guardian1: {}, guardian2: {}, teacher: {}, class: {} },
    problems: [],
    warnings: [],
  }
  const length = row.cells.reduce((sum, cell) => sum + cell.length, 0)
  if (length > longestRow) {
    const message = `This row has ${length.toLocaleString("en-US")} characters, which is too long. Shorten its longest cell.`
    reading.problems.push({ field: null, code: "cell", message, value: "" })
    return reading
  }
  const broken = cellCountProblem(frame.headers, row.cells)
  if (broken) {
    reading.problems.push({ field: null, code: "cell-count", message: broken, value: "" })
    return reading
  }
  readCells(row, frame, reading)

  const line = (most: number) => (text: string, label: string) => parseLine(text, label, most)
  const take = <Value>(
    field: FieldKey,
    parse: (text: string, label: string) => Cell<Value>,
  ): Value | null => {
    const text = reading.cells[field]?.text
    if (text === undefined) return null
    const cell = parse(text, rosterFields[field])
    if (!cell.ok) refuseCell(reading, frame, { field, code: "cell", message: cell.message, value: text })
    else if (cell.warning) {
      const { warning: message, group } = cell
      reading.warnings.push({ field, code: "unusual", message, group, value: text })
    }
    return cell.ok ? cell.value : null
  }
  const guardian = (number: 1 | 2): GuardianCells => {
    const names = [take(`guardian${number}Name`, line(120)), take(`guardian${number}LastName`, line(120))]
    return {
      name: names.filter(Boolean).join(" ") || null,
      relation: take(`guardian${number}Relation`, parseRelation),
      email: take(`guardian${number}Email`, parseEmail),
      phone: take(`guardian${number}Phone`, line(60)),
    }
  }

  reading.values = {
    code: take("studentCode", line(40)),
    ...readName(
      reading,
      take("firstName", line(100)),
      take("lastName", line(100)),
      take("fullName", line(200)),
    ),
    birthDate: take("birthDate", (text) => parseBirthDate(text, frame.birthDateOrder, frame.today)),
    status: take("status", parseStatus) ?? "active",
    instrument: take("instrument", line(60)),
    level: take("level", line(60)),
    teacher: take("teacher", line(120)),
    kind: take("classKind", parseClassKind) ?? "private",
    ...readLessonTime(reading, take),
    priceMinor: take("price", (text) => parsePrice(text, frame.currency)),
    billing: take("billing", (text) => parseBilling(text, frame.currency)) ?? { mode: "per_session" },
    startDate: take("startDate", (text) => parseStartDate(text, frame.startDateOrder)),
    email: take("studentEmail", parseEmail),
    phone: take("studentPhone", line(60)),
    guardians: [guardian(1), guardian(2)],
    household: take("household", line(120)),
    address: take("address", (text, label) => parseBlock(text, label, 500)),
    medicalNotes: take("medicalNotes", (text, label) => parseBlock(text, label, 2000)),
  }
  readNotes(
    reading,
    take("notes", (text, label) => parseBlock(text, label, 5000)),
  )
  checkSchedule(reading, frame)
  return reading
}

/** A cell that can't be believed keeps its row out, or is kept in the notes where the person chose that. */
function refuseCell(reading: RowReading, frame: RowFrame, problem: RowIssue): void {
  const { field, message } = problem
  if (frame.unreadable === "leave-out" || field === null || neededFields.has(field)) {
    reading.problems.push(problem)
    return
  }
  const isKept = !isAmount(field, problem.value)
  if (isKept) copyToNotes(reading, field)
  const warning = `${message} The student is imported without it${isKept ? ", and the cell is kept in the notes" : ""}.`
  const group = `The cell can’t be read. The student is imported without it${isKept ? ", and it is kept in the notes" : ""}.`
  reading.warnings.push({ ...problem, code: "dropped", message: warning, group })
}

/** Sentences about allergies, asthma and the like go where a teacher sees them at once. */
function readNotes(reading: RowReading, notes: string | null): void {
  if (!notes) return
  const { medical, rest } = splitMedical(notes)
  if (rest) reading.notes.unshift(rest)
  if (!medical) return
  const { values, warnings } = reading
  values.medicalNotes = [values.medicalNotes, medical].filter(Boolean).join("\n")
  const group =
    "The notes mention a medical condition. That part goes into the medical notes, which teachers see highlighted."
  warnings.push({ field: "notes", code: "medical", message: group, value: medical })
}

function readCells(row: CsvRow, frame: RowFrame, reading: RowReading): void {
  row.cells.forEach((cell, column) => {
    const use = frame.mapping[column] ?? "ignore"
    const text = cleanBlock(withoutFormulaMark(cell))
    if (use === "ignore" || text === "") return
    const header = cleanLine(frame.headers[column] ?? "") || `Column ${column + 1}`
    if (isOwnUse(use)) readOwn(reading, frame, use, { header, text })
    else if (use === "copyToNotes" || reading.cells[use]) reading.notes.push(`${header}: ${text}`)
    else reading.cells[use] = { header, text }
  })
}

function readName(
  reading: RowReading,
  first: string | null,
  last: string | null,
  full: string | null,
): Pick<RowValues, "firstName" | "lastName"> {
  const separate = Boolean(first || last)
  const name = separate ? { firstName: first ?? "", lastName: last ?? "" } : splitName(full ?? "")
  const whole = fullName(name)
  if (separate && full && fold(full) !== fold(whole)) copyToNotes(reading, "fullName")

  const nameFields: (FieldKey | null)[] = ["firstName", "lastName", "fullName"]
  const refusedAlready = reading.problems.some((problem) => nameFields.includes(problem.field))
  if (!whole && !refusedAlready) {
    reading.problems.push({
      field: "firstName",
      code: "name-missing",
      message: "Name is missing.",
      value: "",
    })
  }
  if (looksUnlikeName(whole)) {
    const message = `“${shorten(whole)}” doesn’t look like a name. It’s imported exactly as written.`
    reading.warnings.push({
      field: separate ? "firstName" : "fullName",
      code: "unusual",
      message,
      value: whole,
    })
  }
  return name
}

/** "Amara Okafor". */
export function fullName(name: { firstName: string; lastName: string }): string {
  return `${name.firstName} ${name.lastName}`.trim()
}

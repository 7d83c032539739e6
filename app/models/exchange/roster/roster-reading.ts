// One row of a roster while it is read, and how the rows of one file are read.
import { type CustomAnswers, readAnswer } from "~/models/foundation/custom-field/custom-field"
import type { Weekday } from "~/utils/dates"
import { isAmount } from "./roster-amounts"
import { type DateOrders, parseStartDate } from "./roster-dates"
import {
  type ColumnMapping,
  type FieldKey,
  type GuardianNumber,
  type OwnCells,
  type OwnField,
  type OwnHolder,
  type ReadField,
  rosterFields,
} from "./roster-field-names"
import type { Answers, Doubts } from "./roster-questions"
import { shorten } from "./roster-text"
import { untilNextRow } from "./roster-times"
import type { Cell, ClassKind, RosterBilling, StatusCodes, StudentStatus } from "./roster-values"

export type RowReading = {
  rowNumber: number
  values: RowValues
  /** Every mapped cell with content, cleaned, under its heading: for what turns out to have no place. */
  cells: Partial<Record<FieldKey, { header: string; text: string; column: number }>>
  /** The notes cell first, then "Header: value" for each column kept in the notes. */
  notes: string[]
  /** What a column of how often lessons are says. */
  rhythm?: string
  /** The fields of guardians below which a cell says that the student is meant. */
  self?: string[]
  /** One of several students of a class in one row. */
  isOfClass?: boolean
  /** By whom they are about and the school's own field. */
  own: Record<OwnHolder, OwnCells>
  problems: RowIssue[]
  warnings: RowIssue[]
}

/** How the rows of one file are read. */
export type RowFrame = {
  headers: readonly string[]
  mapping: ColumnMapping
  birthDateOrder: DateOrders
  startDateOrder: DateOrders
  statusCodes: StatusCodes
  /** What the headings of the guardians say they are: "Mother". */
  relations: readonly (string | null)[]
  /** Of a column that names several guardians, who they are in their order: "Mother / Father". */
  ordered: readonly (readonly string[])[]
  /** Which of them a heading calls the payer. */
  payer: GuardianNumber | null
  /** Adults beside students, by the words of their names and by email: none of them is one in a row without a student. */
  adults: { has: (key: string) => boolean; lastNames: ReadonlySet<string> }
  /** Columns that count where another is empty: of a further phone, or of another instrument than those to choose from. */
  spareColumns: ReadonlyMap<number, number>
  /** A cell with its day as the other cells show that it is meant: "ma" is Monday in Dutch and Tuesday in French. */
  dayWord: (text: string) => string
  /** Whether the file is of a country where people have two last names. */
  hasTwoLastNames: boolean
  /** Whether the last name is first in students' whole names, as the heading says or the guardians' names show, and in those of the guardians. */
  hasLastFirst: boolean
  areAdultsLastFirst: boolean
  /** Whether the file's times count to 24. */
  is24: boolean
  /** Whether a cell says that the price beside it is by the month. */
  isMonthly: (billing: string) => boolean
  /** What only a person can decide, as it is found, and what was decided. */
  doubts: Doubts
  answers: Answers
  today: string
  defaultMinutes: number | null
  /** What the school's own fields can be columns of. */
  own?: readonly OwnField[]
  /** The school's, for amounts written in another. */
  currency?: string
  /** Whether a cell that can't be read keeps the row out, or goes to the notes of a student who is imported without it. */
  unreadable: "leave-out" | "keep-in-notes"
}

/** Whose further row a row is: another row's student, or one of the school. */
export type FurtherOf = {
  of: { rowNumber: number } | { studentId: string; familyId: string }
  /** Whether its lesson is one the student has already. */
  hasLessonAlready: boolean
}

/** Reads one cell of a row, where it has one: what can't be believed is a problem of the row. */
export type Take = <Value>(
  field: FieldKey,
  parse: (text: string, label: string) => Cell<Value>,
) => Value | null

// What a row of a roster can say about one student.

export type GuardianCells = {
  /** Whose columns they are from: two people in one cell are from the same. */
  of: GuardianNumber
  name: string | null
  relation: string | null
  email: string | null
  phone: string | null
}

/** A row's values. Money in minor units, dates "YYYY-MM-DD", times "HH:MM", minutes. */
export type RowValues = {
  code: string | null
  firstName: string
  lastName: string
  birthDate: string | null
  status: StudentStatus
  instrument: string | null
  level: string | null
  email: string | null
  phone: string | null
  teacher: string | null
  kind: ClassKind
  weekday: Weekday | null
  time: string | null
  minutes: number | null
  /** The lesson is every second week. */
  isEveryOther: boolean
  priceMinor: number | null
  billing: RosterBilling
  startDate: string | null
  /** The last day at the school. */
  endDate: string | null
  guardians: GuardianCells[]
  household: string | null
  /** The family's own number in another program. */
  householdCode: string | null
  /** What the family owed before: due is positive, account credit below zero. */
  openingMinor: number | null
  address: string | null
  medicalNotes: string | null
  emergencyContact: string | null
}

export function emptyValues(): RowValues {
  return {
    code: null,
    firstName: "",
    lastName: "",
    birthDate: null,
    status: "active",
    instrument: null,
    level: null,
    email: null,
    phone: null,
    teacher: null,
    kind: "private",
    weekday: null,
    time: null,
    minutes: null,
    isEveryOther: false,
    priceMinor: null,
    billing: { mode: "per_session" },
    startDate: null,
    endDate: null,
    guardians: [],
    household: null,
    householdCode: null,
    openingMinor: null,
    address: null,
    medicalNotes: null,
    emergencyContact: null,
  }
}

// What can be said about a row of a roster: problems keep it out, warnings do not.

export type IssueCode =
  | "cell"
  | "cell-count"
  | "name-missing"
  | "schedule-incomplete"
  | "duplicate"
  | "student-limit"
  | "teacher-limit"
  | "unusual"
  | "dropped"
  | "medical"
  | "no-lesson"
  | "no-teacher"
  | "no-price"
  | "no-guardian"
  | "new-teacher"
  | "already-here"
  | "not-active"
  | "clash"
  | "families-joined"

/**
 * Something to say about a row, beside the column it is about; `value` is the cell as the file has it. `group` is the same
 * without names, for saying it once of many rows.
 */
export type RowIssue = {
  field: FieldKey | null
  code: IssueCode
  message: string
  group?: string
  value: string
}

// What a roster says of a student beyond our fields: it goes to the notes, under its heading.

/**
 * Keeps cells that have no place in this row's plan as "Header: value" in the student's notes. Prices don't go there,
 * where members and teachers who don't see prices would read them: the row says that they aren't imported.
 */
export function copyToNotes(reading: RowReading, ...fields: FieldKey[]): void {
  for (const field of fields) {
    const cell = reading.cells[field]
    if (cell && isAmount(field, cell.text)) {
      nameAmount(reading, field, cell.text)
      continue
    }
    const note = cell && `${cell.header}: ${cell.text.replace(untilNextRow, " min")}`
    if (note && !reading.notes.includes(note)) reading.notes.push(note)
  }
}

function nameAmount({ warnings }: RowReading, field: FieldKey, value: string): void {
  if (warnings.some((issue) => issue.field === field && issue.code === "dropped")) return
  // How its number would be imported no longer matters.
  const read = warnings.findIndex((issue) => issue.field === field && issue.code !== "dropped")
  if (read >= 0) warnings.splice(read, 1)
  const message = `${rosterFields[field]} isn’t imported: it belongs to no lesson, and people who don’t see prices read the notes.`
  warnings.push({ field, code: "dropped", message, group: message, value })
}

/** Leaves a cell out without its row, and says so; what is worth reading is kept in the notes. */
export function leaveOut(reading: RowReading, field: FieldKey, message: string, isKept = true): null {
  if (isKept) copyToNotes(reading, field)
  const rest = `The student is imported without it${isKept ? ", and the cell is kept in the notes" : ""}.`
  const value = reading.cells[field]?.text ?? ""
  const group = message.replace(`“${shorten(value)}”`, "The cell")
  reading.warnings.push({
    field,
    code: "dropped",
    message: `${message} ${rest}`,
    group: `${group} ${rest}`,
    value,
  })
  return null
}

// Cells for the school's own fields. What can't be read never keeps a row out: it goes
// to the notes.

export function readOwn(
  reading: RowReading,
  frame: RowFrame,
  use: string,
  { header, text }: { header: string; text: string },
): void {
  const field = frame.own?.find((each) => each.use === use)
  const value = field && answerIn(field, frame, text)
  if (field && value) {
    const cells = reading.own[field.holder]
    if (cells[field.id] === undefined) {
      cells[field.id] = { value, header, text }
      return
    }
  }
  reading.notes.push(`${header}: ${text}`)
  if (!field || value) return
  const group = `${field.label} can’t be read. The student is imported without it, and it is kept in the notes.`
  reading.warnings.push({ field: null, code: "dropped", message: group, group, value: text })
}

function answerIn(field: ReadField, frame: RowFrame, text: string): string | null {
  if (field.kind === "date") {
    const cell = parseStartDate(text, frame.startDateOrder)
    return cell.ok ? cell.value : null
  }
  const read = readAnswer(field, text)
  return read.ok ? read.value : null
}

/** The answers alone; undefined when there are none. */
export const answersIn = (cells: OwnCells): CustomAnswers | undefined => {
  const entries = Object.entries(cells)
  return entries.length > 0 ? Object.fromEntries(entries.map(([id, { value }]) => [id, value])) : undefined
}

/** Adds a row's answers to those of an earlier row; what differs is kept in the row's notes. */
export function joinAnswers(
  known: CustomAnswers | undefined,
  row: RowReading,
  holder: OwnHolder,
): CustomAnswers | undefined {
  const added = Object.entries(row.own[holder])
  for (const [id, { value, header, text }] of added)
    if (known?.[id] !== undefined && known[id] !== value) row.notes.push(`${header}: ${text}`)
  const answers = { ...answersIn(row.own[holder]), ...known }
  return Object.keys(answers).length > 0 ? answers : undefined
}

/** A row's answers about a person who isn't imported are kept in its notes. */
export function keepInNotes(row: RowReading, holder: OwnHolder): void {
  for (const { header, text } of Object.values(row.own[holder])) row.notes.push(`${header}: ${text}`)
}

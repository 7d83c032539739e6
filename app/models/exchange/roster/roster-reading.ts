// One row of a roster while it is read, and how the rows of one file are read.

import type { ColumnMapping } from "./roster-column-uses"
import type { DateOrders } from "./roster-dates"
import type { FieldKey, GuardianNumber } from "./roster-field-names"
import type { RowIssue } from "./roster-issues"
import type { OwnCells, OwnField, OwnHolder } from "./roster-own-fields"
import type { Answers, Doubts } from "./roster-questions"
import type { RowValues } from "./roster-row-values"
import type { Cell, StatusCodes } from "./roster-values"

export type RowReading = {
  rowNumber: number
  values: RowValues
  /** Every mapped cell with content, cleaned, under its heading: for what turns out to have no place. */
  cells: Partial<Record<FieldKey, { header: string; text: string; column: number }>>
  /** The notes cell first, then "Header: value" for each column kept in the notes. */
  notes: string[]
  /** What a column of how often lessons are says. */
  rhythm?: string
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
  /** A cell with its day as the other cells show that it is meant: "ma" is Monday in Dutch and Tuesday in French. */
  dayWord: (text: string) => string
  /** Whether the file is of a country where people have two last names. */
  hasTwoLastNames: boolean
  /** Whether the last name is first in students' whole names, as the heading says or the guardians' names show, and in those of the guardians. */
  hasLastFirst: boolean
  areAdultsLastFirst: boolean
  /** Whether the file's times count to 24. */
  is24: boolean
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

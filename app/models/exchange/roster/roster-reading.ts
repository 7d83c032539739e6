// One row of a roster while it is read, and how the rows of one file are read.

import type { DateOrder } from "./roster-dates"
import type { ColumnMapping, FieldKey } from "./roster-fields"
import type { RowIssue } from "./roster-issues"
import type { OwnCells, OwnField, OwnHolder } from "./roster-own-fields"
import type { RowValues } from "./roster-row-values"

export type RowReading = {
  rowNumber: number
  values: RowValues
  /** Every mapped cell with content, cleaned, under its heading: for what turns out to have no place. */
  cells: Partial<Record<FieldKey, { header: string; text: string }>>
  /** The notes cell first, then "Header: value" for each column kept in the notes. */
  notes: string[]
  /** By whom they are about and the school's own field. */
  own: Record<OwnHolder, OwnCells>
  problems: RowIssue[]
  warnings: RowIssue[]
}

/** How the rows of one file are read. */
export type RowFrame = {
  headers: readonly string[]
  mapping: ColumnMapping
  birthDateOrder: DateOrder
  startDateOrder: DateOrder
  today: string
  defaultMinutes: number | null
  /** What the school's own fields can be columns of. */
  own?: readonly OwnField[]
  /** The school's, for amounts written in another. */
  currency?: string
  /** Whether a cell that can't be read keeps the row out, or goes to the notes of a student who is imported without it. */
  unreadable: "leave-out" | "keep-in-notes"
}

import type { MarkCode } from "~/models/accounts/outcome/outcome"

// The attendance of a class as a grid: students down, lessons across. Safe in the browser.

export type GridLesson = {
  id: string
  localDate: string
  startTime: string
  state: "taken" | "missing" | "expected" | "canceled"
}

/** What a cell shows: a mark, an absence reported ahead, nothing yet, or that the student wasn't in the lesson. */
export type GridCell = MarkCode | "reported" | "expected" | "missing" | "none"

/** A status of the school's own, with its letters for a cell. */
export type GridStatus = { letters: string; name: string }

export type GridRow = {
  studentId: string
  name: string
  /** one for each lesson, in their order */
  cells: GridCell[]
  /** by lesson: the school's own status */
  ownStatuses: Record<string, GridStatus>
  attended: number
  held: number
}

export type ClassGrid = { lessons: GridLesson[]; rows: GridRow[]; total: number }

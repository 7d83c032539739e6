import { countOf } from "~/utils/count-of"
import { addDays, monthBounds, monthOf, weekDates } from "~/utils/dates"
import type { DateOrder } from "../roster/roster-dates"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"

// A roster import: a school's spreadsheet, the options chosen for it and its result. Safe in the browser.

export const LARGEST_UPLOAD = 5 * 1024 * 1024
export const MOST_IMPORT_ROWS = 5_000
export const MOST_COLUMNS = 120
/** Sessions are made this far ahead. */
export const WEEKS_AHEAD = 12

export type ImportOptions = {
  dateOrder: DateOrder | "detect"
  /** Sessions are made from this day on, even when a class began earlier. */
  lessonsFrom: string
  /** Minutes of lessons in rows that name none. */
  defaultMinutes?: number
  /** Teacher of lessons that name none: an id. */
  defaultTeacher?: string
  /** What becomes of a row with a cell that can't be read. Absent: the row stays out. */
  unreadable?: "leave-out" | "keep-in-notes"
  /** By the name in the file: "create", "leave-out" or the id of a teacher the school has. */
  teacherChoices: Record<string, string>
}

export type ImportSummary = Record<
  (typeof countedNouns)[number] | "problems" | "skipped" | "sessions",
  number
> & {
  /** How many of the new sessions overlap another of the same teacher, room or student. */
  clashes: number
  /** What an undo left because someone had begun to use it, named; absent when it left nothing. */
  kept?: string[]
}

/** A row that stayed out, as it was explained when the import ran. */
export type LeftOutRow = Pick<PlannedRow, "rowNumber" | "name" | "state" | "problems">

/** Where lessons begin unless chosen otherwise: last week can be marked at once, earlier lessons were billed elsewhere. */
export function defaultLessonsFrom(today: string): string {
  const firstOfMonth = monthBounds(monthOf(today)).first
  const lastMonday = addDays(weekDates(today, 1)[0] ?? today, -7)
  return [firstOfMonth, lastMonday].sort()[0] ?? today
}

const countedNouns = ["students", "families", "guardians", "teachers", "classes", "enrollments"] as const

/** What is made, as text: "62 students, 46 families, 5 teachers, 54 classes". What is none is left out. */
export function asSentence(
  counts: Pick<RosterPlan["counts"], "students" | "families" | "teachers" | "classes">,
): string {
  return [
    counts.students > 0 && countOf(counts.students, "student"),
    counts.families > 0 && countOf(counts.families, "family", "families"),
    counts.teachers > 0 && countOf(counts.teachers, "teacher"),
    counts.classes > 0 && countOf(counts.classes, "class", "classes"),
  ]
    .filter(Boolean)
    .join(", ")
}

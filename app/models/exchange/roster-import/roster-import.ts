import { countOf } from "~/utils/count-of"
import type { DateOrder } from "../roster/roster-dates"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"

// A roster import: a school's spreadsheet, the options chosen for it and its result. Safe in the browser.

export const LARGEST_UPLOAD = 5 * 1024 * 1024
export const MOST_COLUMNS = 120
/** Sessions are made this far ahead. */
export const WEEKS_AHEAD = 12

export type ImportOptions = {
  dateOrder: DateOrder | "detect"
  /** Sessions are made from this day on, even when a class began earlier: the day of the upload unless chosen otherwise. */
  lessonsFrom: string
  /** Minutes of lessons in rows that name none. */
  defaultMinutes?: number
  /** Teacher of lessons that name none: an id. */
  defaultTeacher?: string
  /** What becomes of a row with a cell that can't be read. Absent: the row stays out. */
  unreadable?: "leave-out" | "keep-in-notes"
  /** Rows that may be someone who is here already, and stay out. */
  leftOut?: number[]
  /** Rows that look like totals, titles or notes and are students all the same. */
  students?: number[]
  /** What was answered at the check, by the question's key. */
  answers?: Record<string, string>
  /** Whether someone looked at the columns: then they are kept for the next file with these headings. */
  isChosen?: boolean
  /** The earlier file whose columns were taken over. */
  columnsFrom?: string
  /** By the name in the file: "create", "leave-out" or the id of a teacher the school has. */
  teacherChoices: Record<string, string>
}

export type ImportSummary = Record<
  (typeof countedNouns)[number] | "problems" | "skipped" | "sessions",
  number
> & {
  /** How many of the new sessions overlap another of the same teacher, room or student. */
  clashes: number
  /** Students who are here but couldn't join their class, each a sentence with why. */
  notJoined?: string[]
  /** What an undo left because someone had begun to use it, named; absent when it left nothing. */
  kept?: string[]
}

/** What an undo deleted. Of an import that is kept in part it isn't known how many lessons went. */
export type DeletedCounts = Record<"students" | "families" | "teachers" | "classes", number> & {
  sessions: number | null
}

/** A row that stayed out, as it was explained when the import ran. */
export type LeftOutRow = Pick<PlannedRow, "rowNumber" | "name" | "state" | "problems">

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

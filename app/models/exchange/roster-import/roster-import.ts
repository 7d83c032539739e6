import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { megabyte } from "~/utils/bytes"
import { countOf } from "~/utils/formats"
import type { Shape } from "~/utils/sheet-rows"
import type { DateOrder } from "../roster/roster-dates"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"
import type { RowIssue } from "../roster/roster-reading"

// A roster import: a school's spreadsheet, the options chosen for it and its result. Safe in the browser.

export const LARGEST_UPLOAD = 5 * megabyte
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

/** How much a step made, or a whole import so far. */
export type Counted = Omit<ImportSummary, "kept" | "notJoined">

export const nothingMade: Counted = {
  students: 0,
  families: 0,
  guardians: 0,
  teachers: 0,
  classes: 0,
  enrollments: 0,
  sessions: 0,
  clashes: 0,
  problems: 0,
  skipped: 0,
}

export function addCounts(one: Counted, other: Counted): Counted {
  const sum = { ...one }
  for (const noun of Object.keys(nothingMade) as (keyof Counted)[]) sum[noun] += other[noun]
  return sum
}

/** What an import made so far, with what one more step made, and whom it couldn't enroll. */
export function addMade(
  summary: ImportSummary,
  counted: Counted,
  notJoined: readonly string[],
): ImportSummary {
  const known = summary.notJoined ?? []
  const all = [...known, ...notJoined]
  return { ...summary, ...addCounts(summary, counted), ...(all.length > 0 ? { notJoined: all } : {}) }
}

/** Why a row stayed out during the import: the plan's last spot was taken since the check. */
export function limitReached(
  planName: string,
  places: { used: number; limit: number | null },
  noun: "students" | "teachers",
  name: string,
): RowIssue {
  const message = `You have ${places.used} of ${places.limit ?? 0} ${noun} on ${planName}. The last spot was taken during the import. Upgrade to add ${name}.`
  return noun === "teachers"
    ? { field: "teacher", code: "teacher-limit", message, value: name }
    : { field: null, code: "student-limit", message, value: name }
}

/** Why a row stayed out during the import: its student ID was given to another student since the check. */
export const isTaken = (code: string): RowIssue => ({
  field: "studentCode",
  code: "duplicate",
  message: `Student ID ${code} was given to another student during the import.`,
  value: code,
})

/** The fields of the searches for teachers, where a school has many: of the one for all rows, and of each unknown name. */
export const teacherFinds = { missing: "findMissing", unknown: (index: number) => `findUnknown${index}` }

/** Whom the form offers: where a teacher is missing, and for each unknown name in turn. Where all are listed, `missing` has them. */
export type TeacherOffers = { missing: NameOffer; unknown: NameOffer[] }

/** A sheet of the file: whether it is read, and where its headings are. */
export type SheetView = {
  name: string
  isRead: boolean
  headings: string
  /** whether each row is a student, or it's a timetable or has a line for each value */
  shape: Shape
  /** rows below the headings that the spreadsheet hides, and whether they stay out */
  hidden: number
  leavesOutHidden: boolean
  choices: { value: string; label: string }[]
}

/** What the columns step shows. */
export type ColumnView = {
  columns: { header: string; samples: string[]; use: string }[]
  sheets: SheetView[]
  /** "The headings are in row 4 of sheet “Autumn.”" */
  headingText: string
  /** the program whose export it is, and the earlier file whose columns were taken over, as sentences */
  remarks: string[]
  /** all that a column can be, in the order of a menu */
  uses: { value: string; label: string }[]
  /** the school's teachers */
  teachers: TeacherOffers
  /** names in the file that are none of them, with what was decided so far */
  unknownTeachers: { name: string; rows: number; use: string }[]
}

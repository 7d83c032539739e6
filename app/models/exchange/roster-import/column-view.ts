import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import type { Shape } from "~/utils/sheet-rows"

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

import { deletedNouns } from "db/schema/choices"

// What was deleted lately stays in the bin and can be restored until it goes for good. Safe in the browser.

export { deletedNouns }
export type DeletedNoun = (typeof deletedNouns)[number]

/** How long something deleted can be restored. */
export const binDays = 30

export const deletedLabels: Record<DeletedNoun, string> = {
  closure: "Closure",
  "co-teaching": "Co-teaching",
  "draft-invoice": "Draft invoice",
  enrollment: "Enrollment",
  expense: "Expense",
  guardian: "Guardian",
  instrument: "Instrument",
  occasion: "Event",
  note: "Attendance note",
  "own-price": "Custom price",
  "own-status": "Attendance status",
  piece: "Piece",
  practice: "Practice entry",
  report: "Draft report",
  "saved-filter": "Saved filter",
  student: "Student",
  term: "Term",
}

/** One line of the bin. `id` is the entry's, not that of what was deleted. */
export type DeletedRecord = {
  id: string
  noun: DeletedNoun
  name: string
  deletedName: string
  deletedAt: number
  /** When it goes for good. */
  goneAt: number
}

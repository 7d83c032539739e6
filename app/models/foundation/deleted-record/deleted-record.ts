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
  occasion: "Event",
  note: "Attendance note",
  "own-price": "Custom price",
  "own-status": "Attendance status",
  piece: "Piece",
  practice: "Practice entry",
  report: "Draft report",
  "saved-filter": "Saved filter",
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

export type RestoreRefusal =
  | "not-found"
  | "name-taken"
  | "overlaps"
  | "full"
  | "place-gone"
  | "merged"
  | "still-there"
  | "currency"
  | "closed"
  | "held"
  | "clash"
  | "left"
  | "class-full"
  | "class-ended"
  | "busy"

export const restoreRefusals: Record<Exclude<RestoreRefusal, "not-found">, string> = {
  "name-taken": "Its name is in use again. Rename the other one first.",
  overlaps: "Another term has some of these days. Change its days first.",
  full: "That would go over the limit. Remove another one first.",
  "place-gone": "What it belonged to no longer exists, so it can’t be restored.",
  merged: "Its family was merged with another one since. Undo the merge first, or enter it again there.",
  "still-there": "It exists again, so it can’t be restored a second time.",
  currency: "Your school has another currency now, so this draft can’t be restored.",
  held: "Records of your school can’t be deleted for good right now. Write to our support to learn more.",
  closed: "Its month is closed. Reopen it under Invoices, Month end, then restore it.",
  clash: "They teach somewhere else at one of its times now. Move that lesson first.",
  left: "The student has left your school. Change their status first, then restore the enrollment.",
  "class-full": "The class is full now. Make room in it first.",
  "class-ended": "The class has ended, so the enrollment can’t be restored.",
  busy: "The student has another lesson at its time now. Move that lesson first.",
}

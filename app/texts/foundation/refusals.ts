// Why something is refused: each code with the text that people read. Models answer the code.

export const restoreRefusals = {
  "name-taken": "Its name is in use again. Rename the other one first.",
  "id-taken": "Another student has this student ID now. Change it first.",
  overlaps: "Another term has some of these days. Change its days first.",
  full: "That would go over the limit. Remove another one first.",
  "place-gone": "What it belonged to no longer exists, so it can’t be restored.",
  merged: "Its family was merged with another one. Undo the merge first, or enter it again there.",
  renamed: "Nothing has the name that stayed anymore. If that was merged too, undo that merge first.",
  "still-there": "It exists again, so it can’t be restored a second time.",
  currency: "Your school has another currency now, so this draft can’t be restored.",
  held: "Records of your school can’t be deleted for good right now. Write to our support to learn more.",
  "transfer-used": "Its bank transfer was recorded as something else. Reverse that first.",
  closed: "Its month is closed. Reopen it under Invoices, Month end, then restore it.",
  clash: "They teach somewhere else at one of its times now. Move that lesson first.",
  left: "The student has left your school. Change their status first, then restore the enrollment.",
  "class-full": "The class is full now. Make room in it first.",
  "class-ended": "The class has ended, so the enrollment can’t be restored.",
  busy: "The student has another lesson at its time now. Move that lesson first.",
}
export type RestoreRefusal = keyof typeof restoreRefusals | "not-found"

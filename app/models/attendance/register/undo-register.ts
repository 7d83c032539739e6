/** Why attendance can't be undone, as people read it. */
export const undoRefusals = {
  "session-unknown": "This lesson isn’t one of yours.",
  "not-taken": "Attendance for this lesson is already undone.",
  "too-late": "Attendance can be undone for 30 minutes by the person who took it. Correct it here instead.",
  corrected: "Someone corrected this attendance, so it can’t be undone. Correct it here instead.",
  "in-use":
    "This attendance is already invoiced, its charge was changed by hand, or its make-up credit is used. Correct it here instead.",
}
export type UndoRefusal = keyof typeof undoRefusals

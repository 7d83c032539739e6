// Why a late absence isn't counted as reported in time by hand. Safe in the browser.

export type ExcuseRefusal =
  | "seat-unknown"
  | "marked"
  | "other-status"
  | "locked"
  | "incomplete"
  | "in-time"
  | "credit-used"

export const excuseRefusals: Record<ExcuseRefusal, string> = {
  "seat-unknown": "This absence was withdrawn. Reload the page.",
  marked: "Attendance is already taken. Change it to excused in the lesson instead.",
  "other-status": "Attendance has another status for this lesson by now. Open the lesson to see it.",
  locked: "This attendance is locked. Ask an administrator to count the absence as reported in time.",
  incomplete: "This lesson’s attendance isn’t complete. Open the lesson and save it first.",
  "in-time": "This absence was reported in time already.",
  "credit-used": "A make-up lesson is booked with the credit. Cancel that booking first.",
}

// Why a late absence isn't counted as in time by hand. Safe in the browser.

export type ExcuseRefusal = "seat-unknown" | "marked" | "in-time" | "credit-used"

export const excuseRefusals: Record<ExcuseRefusal, string> = {
  "seat-unknown": "This absence was withdrawn. Reload the page.",
  marked: "Attendance is already taken. Change it to excused in the lesson instead.",
  "in-time": "This absence was reported in time already.",
  "credit-used": "A make-up lesson is booked with the credit. Cancel that booking first.",
}

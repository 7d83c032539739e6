// Why a booking that a make-up credit paid for isn't canceled. Safe in the browser.

export type CancelBookingRefusal = "not-booked" | "begun" | "has-absence" | "own-lesson"

export const cancelBookingRefusals: Record<CancelBookingRefusal, string> = {
  "not-booked": "This make-up booking was canceled already. Reload the page.",
  begun: "This lesson has started. Take attendance instead.",
  "has-absence": "An absence was reported for this make-up lesson, so the booking stays on record.",
  "own-lesson":
    "The student is enrolled in this lesson, and others come to it, too. Cancel the lesson to return the credit.",
}

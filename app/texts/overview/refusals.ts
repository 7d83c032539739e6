// Why something is refused: each code with the text that people read. Models answer the code.

export const familyNoticeRefusals = {
  "not-theirs": "This isn’t one of your lessons.",
  begun: "This lesson has already started. Contact the school directly.",
  cancelled: "This lesson is canceled, so you don’t need to report an absence.",
  marked: "Attendance is already recorded. Contact the school directly.",
  "nothing-said": "There’s no absence to withdraw.",
  "time-given":
    "Another family has booked a make-up lesson for this time or spot. Contact the school if you want to come.",
  "credit-used":
    "A make-up lesson is booked with the credit for this absence, so you can’t withdraw it here. Ask the school to cancel the make-up lesson first.",
  "not-until":
    "Enter a date on or after this lesson, at most 12 weeks from today: later lessons aren’t listed yet.",
  "moved-again": "The lesson was moved again. Here’s its new time: confirm it if it works.",
  "a-child": "Ask a parent or guardian to tell the school.",
}
export type FamilyNoticeRefusal = keyof typeof familyNoticeRefusals

export const mergePersonRefusals = {
  "not-found": "One of these records is no longer in your school.",
  same: "Choose two different records.",
  clash: "These two can’t be merged yet. Settle what’s listed here first.",
  "plan-full": "Your plan’s student limit is reached. Upgrade your plan first, then undo the merge.",
  "teachers-full": "Your plan’s teacher limit is reached. Upgrade your plan first, then undo the merge.",
  "paid-since":
    "Pay was approved for this teacher after the merge, so it can’t be undone. Reopen that payslip first.",
  erased: "This person was erased later, so this merge can’t be undone.",
  "taught-since":
    "This merge can’t be undone: a class of the student who would come back has newer attendance or charges.",
  "invoiced-since": "Charges that moved to the other family were invoiced, so this merge can’t be undone.",
  "ended-since": "A package that moved to the other family has ended, so this merge can’t be undone.",
  "changed-since": "The records have changed, so this merge can’t be undone.",
} as const

// A school's consent that our staff read its records; safe in the browser.

export const consentDays = ["1", "3", "7", "14"] as const

/** What staff may read with it. */
export const recordViews = ["students", "classes", "lessons", "invoices"] as const
export type RecordView = (typeof recordViews)[number]

export const recordLabels: Record<RecordView, string> = {
  students: "Students",
  classes: "Classes",
  lessons: "Lessons",
  invoices: "Invoices",
}

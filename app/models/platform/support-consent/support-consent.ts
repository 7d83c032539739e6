// A school's consent that our staff read its records; safe in the browser.

export const consentDays = ["1", "3", "7", "14"] as const

/** What staff may read with it. */
export const recordViews = [
  "students",
  "families",
  "teachers",
  "classes",
  "lessons",
  "attendance",
  "invoices",
  "payments",
  "messages",
  "settings",
] as const
export type RecordView = (typeof recordViews)[number]

export const recordLabels: Record<RecordView, string> = {
  students: "Students",
  families: "Families",
  teachers: "Teachers",
  classes: "Classes",
  lessons: "Lessons",
  attendance: "Missing attendance",
  invoices: "Invoices",
  payments: "Payments",
  messages: "Message subjects",
  settings: "Settings",
}

/** Views that are one page, without a search. */
export const unsearchedViews: readonly RecordView[] = ["attendance", "settings"]

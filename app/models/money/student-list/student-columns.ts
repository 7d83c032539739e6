import type { Columns } from "~/models/foundation/saved-filter/list-view"

// The columns of the students' list, for each person to choose from. Safe in the browser.

export type PortalState = "access" | "invited"

export const studentColumns = {
  age: "Age",
  lessons: "Lessons",
  next: "Next lesson",
  family: "Family",
  balance: "Balance",
  credits: "Credits",
  attendance: "Attendance",
  portal: "Portal",
  status: "Status",
} as const
export type StudentColumn = keyof typeof studentColumns

export const listedColumns: Columns<StudentColumn> = {
  labels: studentColumns,
  usual: ["age", "lessons", "next", "balance", "credits", "portal", "status"],
  amounts: ["balance"],
}

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
export const columnNames = Object.keys(studentColumns) as StudentColumn[]

export const usualColumns: readonly StudentColumn[] = [
  "age",
  "lessons",
  "next",
  "family",
  "balance",
  "credits",
  "portal",
  "status",
]

/** The chosen columns in their order; names that are no column are left out. */
export const readColumns = (names: readonly string[] | undefined): readonly StudentColumn[] => {
  const chosen = columnNames.filter((name) => names?.includes(name))
  return chosen.length > 0 ? chosen : usualColumns
}

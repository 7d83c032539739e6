// A person who learns. Safe in the browser.

export const studentStatuses = ["lead", "trial", "active", "paused", "former"] as const
export type StudentStatus = (typeof studentStatuses)[number]

export const statusWords: Record<StudentStatus, string> = {
  lead: "Lead",
  trial: "Trial",
  active: "Active",
  paused: "Paused",
  former: "Former",
}

/** "Amara Okafor". */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

export const studentSorts = {
  name: "Last name",
  "first-name": "First name",
  family: "Family",
  youngest: "Youngest first",
  oldest: "Oldest first",
  newest: "Added last first",
} as const
export type StudentSort = keyof typeof studentSorts

/** What a list of students is narrowed to and how it is ordered. */
export type StudentFilter = {
  search?: string
  status?: StudentStatus
  instrument?: string
  teacherId?: string
  sort?: StudentSort
}

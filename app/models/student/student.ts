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

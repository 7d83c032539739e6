import { staffRoles } from "db/schema/choices"

// What each role of the platform's staff may see and do. The one table that guards, menus and buttons ask. Safe in the
// browser.

export { staffRoles }
export type StaffRole = (typeof staffRoles)[number]

export const staffRoleLabels: Record<StaffRole, string> = {
  support: "Support",
  money: "Money",
  operations: "Operations",
}

export const staffRoleHints: Record<StaffRole, string> = {
  support: "Answers chats and messages, extends access, opens schools that consent",
  money: "Subscriptions, transactions, figures and exports",
  operations: "Suspensions, staff, database, backups and cleanup",
}

export const staffPermissions = {
  "overview:read": staffRoles,
  "school:read": staffRoles,
  /** Finds what failed for someone by the ID that their page showed. */
  "failure:read": staffRoles,
  /** Opens a school's records, while the school consents. */
  "school:enter": ["support"],
  "school:extend": ["support", "money"],
  "school:suspend": ["operations"],
  "school:export": ["money"],
  "desk:read": ["support"],
  "desk:answer": ["support"],
  "subscription:read": ["money"],
  "subscription:act": ["money"],
  "transaction:read": ["money"],
  "figure:read": ["money"],
  "staff:manage": ["operations"],
  "machine:read": ["operations"],
  "machine:act": ["operations"],
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffPermission = keyof typeof staffPermissions

/** Whether any of the roles may do something. */
export const mayStaff = (roles: readonly StaffRole[], permission: StaffPermission): boolean =>
  (staffPermissions[permission] as readonly StaffRole[]).some((role) => roles.includes(role))

/** The roles as the account stores them: separated by commas; unknown ones are dropped. */
export const readStaffRoles = (stored: string): StaffRole[] => {
  const names = stored.split(",")
  return staffRoles.filter((role) => names.includes(role))
}

import { handOverRoles, staffRoles } from "db/schema/choices"
import { sellsPlans } from "~/utils/sold-plans"

// What each role of the platform's staff may see and do. The one table that guards, menus and buttons ask. Safe in the
// browser.

export { handOverRoles, staffRoles }
export type StaffRole = (typeof staffRoles)[number]
/** The roles that answer what Support hands them. */
export type HandOverRole = (typeof handOverRoles)[number]

export const staffRoleLabels: Record<StaffRole, string> = {
  support: "Support",
  money: "Money",
  operations: "Operations",
}

export const staffRoleHints: Record<StaffRole, string> = {
  support: "Answers chats and messages or hands them over, extends access, opens schools that consent",
  money: "Subscriptions, transactions, figures and exports; what Support hands over",
  operations: "Suspensions, staff, database, backups and cleanup; what Support hands over",
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
  /** The whole support desk, and its saved answers. */
  "desk:read": ["support"],
  "desk:answer": ["support"],
  /** What is written to us: for Support all of it, for another role what was handed to it. */
  "matter:answer": staffRoles,
  "subscription:read": ["money"],
  "subscription:act": ["money"],
  "transaction:read": ["money"],
  "figure:read": ["money"],
  "staff:manage": ["operations"],
  "machine:read": ["operations"],
  "machine:act": ["operations"],
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffPermission = keyof typeof staffPermissions

export const isStaffPermission = (need: string): need is StaffPermission =>
  Object.hasOwn(staffPermissions, need)

/** What is about plans that are sold. */
const soldPlans: ReadonlySet<StaffPermission> = new Set([
  "subscription:read",
  "subscription:act",
  "transaction:read",
  "figure:read",
])

/** Whether any of the roles may do something. */
export const mayStaff = (roles: readonly StaffRole[], permission: StaffPermission): boolean =>
  (sellsPlans() || !soldPlans.has(permission)) &&
  (staffPermissions[permission] as readonly StaffRole[]).some((role) => roles.includes(role))

/** The roles as the account stores them: separated by commas; unknown ones are dropped. */
export const readStaffRoles = (stored: string): StaffRole[] => {
  const names = stored.split(",")
  return staffRoles.filter((role) => names.includes(role))
}

/** Whether someone with these roles may open a matter of the desk: Support each, another role what was handed to it. */
export const seesMatter = (roles: readonly StaffRole[], handedTo: HandOverRole | null): boolean =>
  mayStaff(roles, "desk:read") || (handedTo !== null && roles.includes(handedTo))

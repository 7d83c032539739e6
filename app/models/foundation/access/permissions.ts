import type { Actor, Role } from "./actor"
import { everybody, officeRoles, staffRoles, teachingRoles } from "./roles"

// Role × verb. Asked by guards, buttons and commands alike.

export const permissions = {
  "dashboard:read": officeRoles,
  "student:read": officeRoles,
  "student:write": officeRoles,
  "roster:import": officeRoles,
  "teacher:read": ["admin"],
  "teacher:write": ["admin"],
  "class:read": officeRoles,
  "class:write": officeRoles,
  "schedule:read": officeRoles,
  "schedule:write": officeRoles,
  "session:read": staffRoles,
  "register:take": staffRoles,
  "learning:write": staffRoles,
  "attendance:read": officeRoles,
  "analytics:read": officeRoles,
  "invoice:read": officeRoles,
  "invoice:issue": officeRoles,
  "payment:record": officeRoles,
  "invitation:send": officeRoles,
  "school:settings": officeRoles,
  "school:administer": officeRoles,
  "preferences:own": everybody,
  "pages:keep": everybody,
  "subscription:pay": officeRoles,
  "teacher:home": teachingRoles,
  "teaching:read": teachingRoles,
  "teaching:write": teachingRoles,
  "message:read": everybody,
  "task:read": staffRoles,
  "portal:read": ["student"],
  "portal:write": ["student"],
  "portal:pay": ["student"],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Whether a role may do something at all; which rows it may do it to is the model's question. */
export function may(role: Actor["role"], permission: Permission): boolean {
  return role === "job" || (permissions[permission] as readonly Role[]).includes(role)
}

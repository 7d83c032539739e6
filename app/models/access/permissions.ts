import type { Actor, Role } from "./actor"

// Role × verb (product.md section 3). Asked by guards, buttons and commands alike.

const office: readonly Role[] = ["admin", "solo_teacher_admin"]
const everybody: readonly Role[] = ["admin", "solo_teacher_admin", "teacher", "student"]
const teaching: readonly Role[] = ["admin", "solo_teacher_admin", "teacher"]

export const permissions = {
  "dashboard:read": office,
  "student:read": office,
  "student:write": office,
  "roster:import": office,
  "teacher:read": ["admin"],
  "teacher:write": ["admin"],
  "class:read": office,
  "class:write": office,
  "schedule:read": office,
  "schedule:write": office,
  "session:read": teaching,
  "register:take": teaching,
  "learning:write": teaching,
  "attendance:read": office,
  "analytics:read": office,
  "invoice:read": office,
  "invoice:issue": office,
  "payment:record": office,
  "invitation:send": office,
  "school:settings": office,
  "school:administer": office,
  "preferences:own": everybody,
  "subscription:pay": office,
  "teacher:home": ["solo_teacher_admin", "teacher"],
  "teaching:read": ["solo_teacher_admin", "teacher"],
  "teaching:write": ["solo_teacher_admin", "teacher"],
  "message:read": everybody,
  "portal:read": ["student"],
  "portal:write": ["student"],
  "portal:pay": ["student"],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Whether a role may do something at all; which rows it may do it to is the model's question. */
export function may(role: Actor["role"], permission: Permission): boolean {
  return role === "job" || (permissions[permission] as readonly Role[]).includes(role)
}

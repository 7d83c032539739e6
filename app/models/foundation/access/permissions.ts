import { sellsPlans } from "~/utils/sold-plans"
import type { Actor, Role } from "./actor"
import type { Right } from "./rights"
import { everybody, officeRoles, teachingRoles } from "./roles"

// Permission × who has it: by their role, or by a right that the administrator gave them. The one table that guards,
// menus, buttons and commands ask. Safe in the browser.

/** Rights in a list of their own give a permission only together. */
type Grant = Role | Right | readonly Right[]

/** Who takes attendance by their role: the administrators, and teachers of their own lessons. */
const lessonRoles = [...officeRoles, "teacher"] as const

export const permissions = {
  "dashboard:read": [
    ...officeRoles,
    "office",
    "see-people",
    "see-calendar",
    "prices",
    "messages",
    "reports",
    "settings",
  ],
  /** Acting on what was selected in a list; each list then asks for its own. */
  "list:select": [...officeRoles, "see-people", "see-calendar", "prices"],
  "student:read": [...officeRoles, "see-people"],
  "student:write": [...officeRoles, "people"],
  "student:money": [...officeRoles, ["see-people", "prices"]],
  /** Two families become one, with what each of them owes. */
  "family:merge": [...officeRoles, ["people", "prices"]],
  "roster:import": officeRoles,
  "teacher:read": ["admin"],
  "teacher:write": ["admin"],
  "class:read": [...officeRoles, "see-calendar"],
  "class:write": [...officeRoles, "calendar"],
  "class:money": [...officeRoles, ["see-calendar", "prices"]],
  "class:price": [...officeRoles, ["calendar", "prices"]],
  /** What families' pages share: bookkeeping opens their billing without the rest. */
  "family:frame": [...officeRoles, "see-people", "prices"],
  "schedule:read": [...officeRoles, "see-calendar"],
  "schedule:write": [...officeRoles, "calendar"],
  "session:read": [...lessonRoles, "calendar"],
  "register:take": [...lessonRoles, "calendar"],
  "learning:write": lessonRoles,
  /** Correcting attendance that is locked for others. */
  "register:unlock": officeRoles,
  "attendance:read": [...officeRoles, "see-calendar"],
  "analytics:read": [...officeRoles, "reports"],
  "invoice:read": [...officeRoles, "prices"],
  "invoice:issue": [...officeRoles, "invoices"],
  "payment:record": [...officeRoles, "payments"],
  /** Bringing a bank's file and sorting its transfers; recording one is `payment:record`. */
  "bank:import": [...officeRoles, "invoices", "payments"],
  "invitation:send": [...officeRoles, "people"],
  "school:settings": [...officeRoles, "settings"],
  "school:administer": officeRoles,
  "team:manage": ["admin"],
  "preferences:own": everybody,
  "pages:keep": everybody,
  "subscription:pay": officeRoles,
  "teacher:home": teachingRoles,
  "teaching:read": teachingRoles,
  "teaching:write": teachingRoles,
  "message:read": everybody,
  /** Saved answers: whoever writes to families. */
  "answers:keep": [...lessonRoles, "messages", "people"],
  "message:all": [...officeRoles, "messages"],
  "task:read": [...lessonRoles, "office"],
  "portal:read": ["student"],
  "portal:write": ["student"],
  "portal:pay": ["student"],
} as const satisfies Record<string, readonly Grant[]>

export type Permission = keyof typeof permissions

export const isPermission = (need: string): need is Permission => Object.hasOwn(permissions, need)

/** Someone with a role in a school, and the rights they have beside it. */
export type Holder = { readonly role: Actor["role"]; readonly rights: readonly Right[] }

/** Whether someone may do something at all; which rows they may do it to is the model's question. */
export function may(who: Actor["role"] | Holder, permission: Permission): boolean {
  if (permission === "subscription:pay" && !sellsPlans()) return false
  const { role, rights } = typeof who === "string" ? { role: who, rights: [] } : who
  return role === "job" || has(permission, role) || mayByRight({ rights }, permission)
}

/** Whether they may by a right, for the whole school, and not only by their role. */
export const mayByRight = ({ rights }: Pick<Holder, "rights">, permission: Permission): boolean =>
  grantsOf(permission).some((grant) =>
    typeof grant === "string"
      ? (rights as readonly string[]).includes(grant)
      : grant.every((each) => rights.includes(each)),
  )

const has = (permission: Permission, role: Grant) => grantsOf(permission).includes(role)

const grantsOf = (permission: Permission): readonly Grant[] => permissions[permission]

/** The rights that give a permission, for the text of a refusal. */
export const rightsFor = (permission: Permission): readonly (Role | Right)[] => grantsOf(permission).flat()

import { type Role, roles } from "./actor"

// The roles of a school in the groups that its rules name. Safe in the browser.

export const everybody = roles
/** Who runs the school: its administrators, and a teacher who is the whole school. */
export const officeRoles = ["admin", "solo_teacher_admin"] as const satisfies readonly Role[]
/** Who works at the school: everyone but the families. */
export const staffRoles = [...officeRoles, "office", "teacher"] as const satisfies readonly Role[]
/** Who gives lessons. */
export const teachingRoles = ["solo_teacher_admin", "teacher"] as const satisfies readonly Role[]

/** Whether someone runs the school. A job that acts for it does not. */
export const isOffice = (role: string): boolean => officeRoles.some((each) => each === role)

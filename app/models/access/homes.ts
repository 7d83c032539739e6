import { paths } from "~/utils/paths"
import type { Role } from "./actor"

/** Where a person lands after signing in, by role as the login call names it (spec §2, "Landing destinations by role"). */
export const homes = {
  super_admin: paths.superAdmin(),
  student: paths.studentHome(),
  teacher: paths.teacherHome(),
  otherwise: paths.dashboard(),
} as const

/** A person's home; a wrong role is sent there too. */
export function homeOf(person: { isSuperAdmin: boolean; role: Role | null }): string {
  if (person.isSuperAdmin) return homes.super_admin
  if (person.role === "student" || person.role === "teacher") return homes[person.role]
  return homes.otherwise
}

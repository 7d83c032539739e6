import { paths } from "~/utils/paths"
import type { Role } from "./actor"

/** Where a person lands after signing in, and where a wrong role is sent (spec §2, "Landing destinations by role"). */
export function homeOf(person: { isSuperAdmin: boolean; role: Role | null }): string {
  if (person.isSuperAdmin) return paths.superAdmin()
  if (person.role === "student") return paths.studentHome()
  if (person.role === "teacher") return paths.teacherHome()
  return paths.dashboard()
}

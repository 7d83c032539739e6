import { paths } from "~/utils/paths"
import type { Role } from "./actor"

type Viewer = { user: { isSuperAdmin: boolean }; membership: { role: Role } | null }

/** Where a person lands after signing in, by role as the login call names it (spec §2, "Landing destinations by role"). */
export const homes = {
  super_admin: paths.superAdmin(),
  student: paths.studentHome(),
  teacher: paths.teacherHome(),
  otherwise: paths.dashboard(),
} as const

/** A person's home; a wrong role is sent there too. */
export function homeOf(viewer: Viewer | undefined): string {
  if (viewer?.user.isSuperAdmin) return homes.super_admin
  const role = viewer?.membership?.role
  if (role === "student" || role === "teacher") return homes[role]
  return homes.otherwise
}

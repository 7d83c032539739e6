import { paths } from "~/utils/paths"
import type { Role } from "./actor"

type Viewer = { user: { isSuperAdmin: boolean }; membership: { role: Role } | null }

/** Where a person lands after signing in, and where a wrong role is sent (spec §2, "Landing destinations by role"). */
export function homeOf(viewer: Viewer | undefined): string {
  if (viewer?.user.isSuperAdmin) return paths.superAdmin()
  const role = viewer?.membership?.role
  if (role === "student") return paths.studentHome()
  if (role === "teacher") return paths.teacherHome()
  return paths.dashboard()
}

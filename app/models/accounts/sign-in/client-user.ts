import type { Role } from "~/models/foundation/access/actor"
import type { SignIn } from "./sign-in"

/** The specification has no role for a member of the office who gives no lessons: to its clients it is a teacher. */
const clientRole = (role: Role) => (role === "office" ? "teacher" : role)

/** The user as clients see them (spec §3): themself in the current membership. */
export const clientUser = ({ user, membership }: SignIn) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.isSuperAdmin ? ("super_admin" as const) : membership ? clientRole(membership.role) : null,
  isSuperAdmin: user.isSuperAdmin,
  schoolId: membership?.school.id ?? null,
  schoolName: membership?.school.name ?? null,
  subscriptionStatus: membership?.subscriptionStatus ?? ("none" as const),
})

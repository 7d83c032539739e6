import type { Role, SchoolFacts } from "~/models/foundation/access/actor"
import type { Right } from "~/models/foundation/access/rights"
import type { StaffRole } from "~/models/foundation/access/staff-permissions"
import type { Access, ClientStatus } from "../subscription/subscription"

/** One authenticated browser and whom it stands for: the user, and the member they currently are. */
export type SignIn = {
  id: string
  user: {
    id: string
    name: string
    email: string | null
    /** The zone they chose for themselves, if any. */
    timeZone: string | null
    isSuperAdmin: boolean
    /** What platform staff may do; empty for everyone else. */
    staffRoles: readonly StaffRole[]
    /** Signed in with a printed start password: may do nothing but choose their own. */
    mustChangePassword: boolean
    /** Platform staff without the second factor they need: has no powers before setting it up. */
    needsSecondFactor: boolean
  }
  membership: {
    memberId: string
    role: Role
    /** What the administrator allowed this member beside their role. */
    rights: readonly Right[]
    school: SchoolFacts
    /** Of a visitor's live demo: when it is thrown away (UTC ms); null for every other school. */
    demoUntil: number | null
    subscriptionStatus: ClientStatus
    /** By whose word the school is open or closed. */
    access: Access
    /** Until when the school stays open although its renewal failed, UTC ms; null when nothing is due. */
    graceUntil: number | null
  } | null
}

import { db, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { eq } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { type StaffRole, staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import type { Result } from "~/utils/result"
import { addStaff, listStaff, removeStaff, resetSecondFactor } from "../platform/staff-accounts.server"
import { recordPlatformAct } from "../platform/staff-act.server"
import type { InviteForm } from "./staff-forms"

// The platform's staff among themselves. No one changes their own account here, so that at least one person with the role
// always stays. Each act is a row in the staff's log.

export type StaffRefusal = "yourself" | "missing" | "belongs-to-a-school" | "already-staff" | "has-none"

/** Everyone on the staff, by email. */
export const listStaffMembers = (_staff: SuperActor) => listStaff()

export const findStaffMember = (staff: SuperActor, userId: string) =>
  listStaffMembers(staff).find((member) => member.userId === userId)

const rolesText = (roles: readonly StaffRole[]) => roles.map((role) => staffRoleLabels[role]).join(", ")

/** Makes a staff account and mails its one-time link. Refuses an address of a school, or of someone on the staff. */
export function inviteStaff(
  staff: SuperActor,
  { name, email, roles }: InviteForm,
): Result<void, StaffRefusal> {
  return transact(() => {
    if (listStaffMembers(staff).some((member) => member.email === email))
      return { ok: false, reason: "already-staff" }
    const added = addStaff(email, { name, roles, mails: true })
    if (!added.ok) return added
    recordPlatformAct(staff, { verb: "invite-staff", about: `${name}, ${email}: ${rolesText(roles)}` })
    return { ok: true }
  })
}

/** Mails a new one-time link to choose a password; the earlier one no longer works. */
export function sendStaffLink(staff: SuperActor, userId: string): Result<void, StaffRefusal> {
  return transact(() => {
    const member = findStaffMember(staff, userId)
    if (!member?.email) return { ok: false, reason: "missing" }
    addStaff(member.email, { mails: true })
    recordPlatformAct(staff, { verb: "invite-staff", about: `${member.name}: new link` })
    return { ok: true }
  })
}

export function changeRoles(
  staff: SuperActor,
  userId: string,
  roles: readonly StaffRole[],
): Result<void, StaffRefusal> {
  return transact(() => {
    const member = findStaffMember(staff, userId)
    if (!member) return { ok: false, reason: "missing" }
    if (userId === staff.userId) return { ok: false, reason: "yourself" }
    if (rolesText(member.roles) === rolesText(roles)) return { ok: true }
    db()
      .update(users)
      .set({ staffRoles: roles.join(",") })
      .where(eq(users.id, userId))
      .run()
    recordPlatformAct(staff, {
      verb: "change-roles",
      about: `${member.name}: ${rolesText(member.roles)} → ${rolesText(roles)}`,
    })
    return { ok: true }
  })
}

/** Turns a colleague's second factor off and logs them out; a mail says so. They set up a new one when they log in. */
export function resetColleague(
  staff: SuperActor,
  userId: string,
  reason: string,
): Result<void, StaffRefusal> {
  return transact(() => {
    const member = findStaffMember(staff, userId)
    if (!member?.email) return { ok: false, reason: "missing" }
    if (userId === staff.userId) return { ok: false, reason: "yourself" }
    if (resetSecondFactor(member.email) !== "reset") return { ok: false, reason: "has-none" }
    recordPlatformAct(staff, { verb: "reset-second-factor", about: member.name, reason })
    return { ok: true }
  })
}

/** Takes a colleague off the staff, at once: their logins and password end, their open cases are unassigned. */
export function removeColleague(
  staff: SuperActor,
  userId: string,
  reason: string,
): Result<void, StaffRefusal> {
  return transact(() => {
    const member = findStaffMember(staff, userId)
    if (!member?.email) return { ok: false, reason: "missing" }
    if (userId === staff.userId) return { ok: false, reason: "yourself" }
    removeStaff(member.email)
    recordPlatformAct(staff, { verb: "remove-staff", about: `${member.name}, ${member.email}`, reason })
    return { ok: true }
  })
}

import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformChange } from "~/models/foundation/access/door.server"
import { mayStaff, type StaffRole, staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { StaffRefusal } from "~/texts/platform/refusals"
import type { Result } from "~/utils/result"
import { addStaff, listStaff, removeStaff, resetSecondFactor } from "../platform/staff-accounts.server"
import { type PlatformVerb, platformVerbs } from "../staff-act/staff-act"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import type { InviteForm } from "./staff-forms"

// The platform's staff among themselves. No one changes their own account here, so that at least one person with the role
// always stays. Each act is a row in the staff's log.

/** Everyone on the staff, by email. */
export const listStaffMembers = (_staff: SuperActor) => listStaff()

export const findStaffMember = (staff: SuperActor, userId: string) =>
  listStaffMembers(staff).find((member) => member.userId === userId)

const rolesText = (roles: readonly StaffRole[]) => roles.map((role) => staffRoleLabels[role]).join(", ")

/** In the staff's log, and by mail to everyone else who manages the staff: no one gets into it unseen. */
function record(staff: SuperActor, act: { verb: PlatformVerb; about: string; reason?: string }) {
  recordPlatformAct(staff, act)
  for (const { userId, email, name, roles } of listStaff())
    if (email && userId !== staff.userId && mayStaff(roles, "staff:manage"))
      queueMail({
        schoolId: null,
        recipient: email,
        template: "staff-changed",
        data: { name, by: staff.name, what: platformVerbs[act.verb], about: act.about },
      })
}

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
    record(staff, { verb: "invite-staff", about: `${name}, ${email}: ${rolesText(roles)}` })
    return { ok: true }
  })
}

/** Mails a new one-time link to choose a password; the earlier one no longer works. */
export function sendStaffLink(staff: SuperActor, userId: string): Result<void, StaffRefusal> {
  return transact(() => {
    const member = findStaffMember(staff, userId)
    if (!member?.email) return { ok: false, reason: "missing" }
    addStaff(member.email, { mails: true })
    record(staff, { verb: "invite-staff", about: `${member.name}: new link` })
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
    platformChange(users, userId, { staffRoles: roles.join(",") })
    record(staff, {
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
    record(staff, { verb: "reset-second-factor", about: member.name, reason })
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
    record(staff, { verb: "remove-staff", about: `${member.name}, ${member.email}`, reason })
    return { ok: true }
  })
}

import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { staffActs } from "db/schema/platform"
import { and, asc, count, desc, eq, gte, type SQL } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformChange, select, selectDistinct } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { mayStaff, type StaffRole, staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { StaffRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { PER_PAGE } from "~/utils/page-number"
import type { Result } from "~/utils/result"
import { type PlatformVerb, platformVerbs } from "../staff-act/staff-act"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { addStaff, listStaff, removeStaff, resetSecondFactor } from "./staff-accounts.server"
import type { InviteForm } from "./staff-forms"
import type { LogFilter } from "./staff-log"
import { anyHolds } from "./staff-search.server"

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

// Everything the platform's staff did, newest first: who, when, what, which school, why, and what the school was told.

/** Rows of one file. */
const mostInFile = 20_000
const dayMs = 86_400_000

/** One page of the log, or with no page all that one file holds. */
export function listLog(_staff: SuperActor, filter: LogFilter, page: number | null) {
  const where = and(...conditionsOf(filter))
  const rows = select({
    ...columns(staffActs, "id", "createdAt", "staffName", "verb", "about", "reason", "told", "schoolId"),
    schoolName: schools.name,
  })
    .from(staffActs)
    .leftJoin(schools, eq(schools.id, staffActs.schoolId))
    .where(where)
    .orderBy(desc(staffActs.createdAt), desc(staffActs.id))
    .limit(page === null ? mostInFile : PER_PAGE)
    .offset(page === null ? 0 : (page - 1) * PER_PAGE)
    .all()
  const total =
    select({ n: count() })
      .from(staffActs)
      .leftJoin(schools, eq(schools.id, staffActs.schoolId))
      .where(where)
      .get()?.n ?? 0
  return { rows, total }
}

/** The kinds of act and the people the log has, for its filters. */
export function listLogChoices(_staff: SuperActor) {
  const verbs = selectDistinct({ verb: staffActs.verb }).from(staffActs).orderBy(asc(staffActs.verb)).all()
  const names = selectDistinct({ name: staffActs.staffName })
    .from(staffActs)
    .orderBy(asc(staffActs.staffName))
    .limit(200)
    .all()
  return { verbs: verbs.map(({ verb }) => verb), names: names.map(({ name }) => name) }
}

function conditionsOf({ search, verb, name, days }: LogFilter): SQL[] {
  const conditions = [
    search ? anyHolds(search, schools.name, staffActs.about, staffActs.reason, staffActs.told) : undefined,
    verb ? eq(staffActs.verb, verb) : undefined,
    name ? eq(staffActs.staffName, name) : undefined,
    days ? gte(staffActs.createdAt, now() - Number(days) * dayMs) : undefined,
  ]
  return conditions.filter((condition) => condition !== undefined)
}

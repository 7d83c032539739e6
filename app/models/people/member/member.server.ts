import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { members, staffInvitations } from "db/schema/people"
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import { endSignInsOfMember } from "~/models/accounts/sign-in/sign-in.server"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, newRow, own } from "~/models/foundation/access/own.server"
import { type Right, readRights, wholeRights } from "~/models/foundation/access/rights"
import { everybody, officeRoles } from "~/models/foundation/access/roles"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { InviteRefusal } from "~/texts/people/refusals"
import { now } from "~/utils/clock.server"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE } from "~/utils/page-number"
import type { Result } from "~/utils/result"
import { accountOf } from "../invitation/account-state.server"
import { inviteStaff, revokeInvitation } from "../invitation/invite.server"
import type { StaffForm } from "./staff-form"

// A member is a user in a school, with one role. Locking shuts the person out of this school; their account and their
// other schools are unaffected.

export type LockRefusal = "not-found" | "staff" | "yourself" | "no-place"

/** Locks a family's or a teacher's member and ends that member's sign-ins. Administrators are not locked this way. */
export function lockSignIn(
  actor: Actor,
  memberId: string,
  facts?: { byConsent: true },
): Result<{ name: string }, LockRefusal> {
  return setLock(actor, memberId, true, { facts })
}

/** Opens a locked member again; they sign in with the password they had. */
export function unlockSignIn(actor: Actor, memberId: string): Result<{ name: string }, LockRefusal> {
  return setLock(actor, memberId, false)
}

/**
 * Locks any member of the school but oneself, administrators too, or opens them again: so someone who runs the school
 * always stays. An administrator is opened again only while the plan has an account for them.
 */
export function setStaffLock(actor: Actor, memberId: string, locked: boolean) {
  return memberId === actor.memberId
    ? ({ ok: false, reason: "yourself" } as const)
    : setLock(actor, memberId, locked, { alsoStaff: true })
}

/** Signs a member out everywhere, here alone; they sign in again with their password. False when there is none. */
export function endMemberSignIns(actor: Actor, memberId: string): boolean {
  return transact(() => {
    const schoolId = actor.school.id
    const member = find(actor, members, memberId)
    if (!member) return false
    endSignInsOfMember({ schoolId, memberId })
    recordEvent(actor, "member.end-sign-ins", memberId)
    return true
  })
}

function setLock(
  actor: Actor,
  memberId: string,
  locked: boolean,
  { alsoStaff = false, facts }: { alsoStaff?: boolean; facts?: { byConsent: true } | undefined } = {},
): Result<{ name: string }, LockRefusal> {
  return transact(() => {
    const schoolId = actor.school.id
    const member = select({ role: members.role, deactivatedAt: members.deactivatedAt, name: users.name })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(own(actor, members, memberId), isNull(members.erasedAt)))
      .get()
    if (!member) return { ok: false, reason: "not-found" }
    if (!alsoStaff && member.role !== "student" && member.role !== "teacher")
      return { ok: false, reason: "staff" }
    const opensOffice = !locked && member.deactivatedAt !== null && member.role === "admin"
    if (opensOffice && seatsLeft(findPlanUsage(actor).administrators) === 0)
      return { ok: false, reason: "no-place" }
    if ((member.deactivatedAt !== null) !== locked) {
      change(actor, members, memberId, { deactivatedAt: locked ? now() : null })
      recordEvent(actor, locked ? "member.lock" : "member.unlock", memberId, { after: facts })
    }
    if (locked) endSignInsOfMember({ schoolId, memberId })
    return { ok: true, name: member.name }
  })
}

// Everyone who signs in to the school, and who has been asked to help run it.

export const memberRoles = ["office", "teacher", "student"] as const
export type MemberFilter = { search: string; who: (typeof memberRoles)[number] | "all" }

const rolesOf: Record<MemberFilter["who"], readonly Role[]> = {
  all: everybody,
  office: [...officeRoles, "office"],
  teacher: ["teacher"],
  student: ["student"],
}

/** One page of the members, those who run the school first, then by name; `signIns` are open ones here. */
export function listMembers(actor: Actor, { search, who }: MemberFilter, page: number) {
  const pattern = containing(search)
  const where = and(
    own(actor, members),
    isNull(members.erasedAt),
    inArray(members.role, rolesOf[who]),
    search
      ? or(
          sql`${users.name} like ${pattern} escape '\\'`,
          sql`${users.email} like ${pattern.toLowerCase()} escape '\\'`,
          sql`${users.username} like ${pattern.toLowerCase()} escape '\\'`,
        )
      : undefined,
  )
  const from = () => select({ n: count() }).from(members).innerJoin(users, eq(users.id, members.userId))
  const rows = select({
    memberId: members.id,
    name: users.name,
    email: users.email,
    username: users.username,
    role: members.role,
    deactivatedAt: members.deactivatedAt,
    signIns: sql<number>`(select count(*) from ${signIns} where ${and(
      joined(members, signIns.memberId),
      gt(signIns.expiresAt, now()),
    )})`,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(where)
    .orderBy(
      sql`case ${members.role} when 'admin' then 0 when 'solo_teacher_admin' then 0 when 'office' then 1 when 'teacher' then 2 else 3 end`,
      sql`${users.name} collate nocase`,
      asc(members.id),
    )
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  return { rows, total: from().where(where).get()?.n ?? 0 }
}

/**
 * Who was asked to help run the school and has not answered, with how the invitation stands: as its administrator, or
 * as a member with rights.
 */
export function listStaffInvitations(actor: Actor, as: "administrator" | "member") {
  return ownRows(actor, staffInvitations)
    .where(
      and(
        isNull(staffInvitations.memberId),
        as === "member" ? isNotNull(staffInvitations.rights) : isNull(staffInvitations.rights),
      ),
    )
    .orderBy(asc(staffInvitations.createdAt))
    .all()
    .map((invitation) => ({
      id: invitation.id,
      name: invitation.name,
      email: invitation.email,
      rights: readRights(invitation.rights ?? ""),
      giverStays: invitation.giverStays,
      state: accountOf(actor, "staff-invitation", invitation).state,
    }))
}

// Who at the school could be its administrator with the login they have: a teacher, a member of the office, and a former
// administrator, whose login is locked. A family's login stays a family's.

/** Who can be asked, by name, with the email that the question goes to. */
export const listSuccessors = (actor: Actor) =>
  select({
    memberId: members.id,
    name: users.name,
    email: sql<string>`${users.email}`,
    role: members.role,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, members),
        isNull(members.erasedAt),
        isNotNull(users.email),
        or(
          and(inArray(members.role, ["office", "teacher"]), isNull(members.deactivatedAt)),
          and(eq(members.role, "admin"), isNotNull(members.deactivatedAt)),
        ),
      ),
    )
    .orderBy(sql`${users.name} collate nocase`, asc(members.id))
    .limit(mostListed)
    .all()

/** The most people that one list offers. */
const mostListed = 500

type Refusal = InviteRefusal | "one-person"

/** A refusal found after a write: rolls the transaction back. */
class Refused extends Error {
  constructor(readonly reason: Refusal) {
    super(reason)
  }
}

/**
 * Asks someone by mail to run the school; asked again under the same address, only the newest link works. Nothing is
 * theirs before they accept: where the plan has no administrator account left, they then get the account of who asked
 * last, who leaves or stays in the office (`transfer.server.ts`). Whoever has a login here already is asked as that
 * member. A solo teacher's school has one account, which is the teacher's own.
 */
export function askStaff(actor: Actor, form: StaffForm, giverStays = false): Asked {
  const known = listSuccessors(actor).find(({ email }) => email === form.email)
  return known ? askSuccessor(actor, known.memberId, giverStays) : ask(actor, form, { giverStays })
}

/** The same for a teacher, a member of the office or a former administrator, at the email that they log in with. */
export function askSuccessor(actor: Actor, memberId: string, giverStays: boolean): Asked {
  const member = listSuccessors(actor).find((each) => each.memberId === memberId)
  if (!member) return { ok: false, reason: "not-found" }
  return ask(actor, member, { giverStays, offeredTo: memberId })
}

/**
 * Asks someone by mail to join the office with these rights. The plan counts them neither as an administrator nor as a
 * teacher, and no one’s account is transferred.
 */
export const askMember = (actor: Actor, form: StaffForm, given: readonly Right[]): Asked =>
  ask(actor, form, { rights: wholeRights(given).join(",") })

type Asked = Result<{ email: string }, Refusal>
type Offer = { rights?: string; offeredTo?: string; giverStays?: boolean }

function ask(
  actor: Actor,
  { name, email }: StaffForm,
  { rights, offeredTo, giverStays = false }: Offer,
): Asked {
  if (actor.school.kind === "solo") return { ok: false, reason: "one-person" }
  const offer = {
    invitedBy: actor.memberId,
    name,
    rights: rights ?? null,
    offeredTo: offeredTo ?? null,
    giverStays,
  }
  try {
    return transact(() => {
      const known = ownRows(actor, staffInvitations).where(eq(staffInvitations.email, email)).get()
      const id = known?.id ?? newRow(actor).id
      if (known) change(actor, staffInvitations, id, offeredTo ? { ...offer, memberId: null } : offer)
      else add(actor, staffInvitations, { id, email, ...offer })
      const invited = inviteStaff(actor, id)
      if (!invited.ok) throw new Refused(invited.reason)
      return { ok: true, email }
    })
  } catch (refused) {
    if (refused instanceof Refused) return { ok: false, reason: refused.reason }
    throw refused
  }
}

/** Withdraws an open invitation; its link stops working. False when there is none. */
export function withdrawStaffInvitation(actor: Actor, invitationId: string): boolean {
  return transact(() => {
    if (!revokeInvitation(actor, "staff-invitation", invitationId).ok) return false
    const changes = remove(
      actor,
      staffInvitations,
      and(eq(staffInvitations.id, invitationId), isNull(staffInvitations.memberId)),
    )
    return changes === 1
  })
}

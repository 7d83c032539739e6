import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import { endSignInsOfMember } from "~/models/accounts/sign-in/sign-in.server"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"

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
    recordEvent(actor, { verb: "end-sign-ins", noun: "member", nounId: memberId })
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
      recordEvent(actor, { verb: locked ? "lock" : "unlock", noun: "member", nounId: memberId, after: facts })
    }
    if (locked) endSignInsOfMember({ schoolId, memberId })
    return { ok: true, name: member.name }
  })
}

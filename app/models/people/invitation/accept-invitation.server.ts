import { db, transact } from "db/client.server"
import { members, portalAccess, staffInvitations } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import { rename } from "~/models/accounts/profile/profile.server"
import { setPasswordByMailbox } from "~/models/accounts/proven-address/proven-address.server"
import { endSignInsOf, endSignInsOfMember } from "~/models/accounts/sign-in/sign-in.server"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { addUser, findUser, findUserByEmail, isUnproven } from "~/models/accounts/user/user.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, ofSchool } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { consumeLink } from "~/models/foundation/one-time-link/one-time-link.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { AcceptRefusal } from "./accept-refusals"
import { findInvitation, type OpenInvitation } from "./invitation.server"
import { linkInvited } from "./invited.server"

type Accepted = { ok: true; userId: string; schoolId: string; memberId: string }
type Refused = { ok: false; reason: AcceptRefusal }

/**
 * Accepts an invitation as the reader of the invited mailbox, who has chosen a password. Of two tries at once one wins.
 * Without an account they get one; an account whose address was never proven becomes theirs, and everything that opened
 * it before ends. A proven account is never touched: its owner logs in.
 */
export function acceptWithPassword(token: string, passwordHash: string): Accepted | Refused {
  return accept(token, ({ link: { email }, invited: { name } }) => {
    const account = findUserByEmail(email)
    if (!account) return { ok: true, userId: addUser({ name, email, passwordHash, isEmailProven: true }) }
    if (!isUnproven(account)) return { ok: false, reason: "account-exists" }
    setPasswordByMailbox(account.id, passwordHash)
    rename(account.id, name)
    return { ok: true, userId: account.id }
  })
}

/**
 * Accepts an invitation as the signed-in owner of the invited address: only the membership is added. All the person's
 * earlier sign-ins end, so that none of before gains the new school. An address that was never proven may be signed in by
 * someone else: its reader chooses a password first.
 */
export function acceptAsUser(token: string, userId: string): Accepted | Refused {
  return accept(token, ({ link }) => {
    const user = findUser(userId)
    if (user?.email !== link.email) return { ok: false, reason: "other-account" }
    if (isUnproven(user)) return { ok: false, reason: "unproven" }
    endSignInsOf(userId)
    return { ok: true, userId }
  })
}

type Accepter = (invitation: OpenInvitation) => { ok: true; userId: string } | Refused

/** A refusal found after something was written: rolls the transaction back. */
class Refusal extends Error {
  constructor(readonly reason: AcceptRefusal) {
    super(reason)
  }
}

function accept(token: string, accepter: Accepter): Accepted | Refused {
  try {
    return transact(() => {
      const found = findInvitation(token)
      if (found.state !== "open") return { ok: false, reason: found.state }
      const person = accepter(found)
      if (!person.ok) return person
      if (!consumeLink(found.link.id)) throw new Refusal("used")
      return enter(found, person.userId)
    })
  } catch (refusal) {
    if (refusal instanceof Refusal) return { ok: false, reason: refusal.reason }
    throw refusal
  }
}

function enter({ link, school, invited }: OpenInvitation, userId: string): Accepted {
  const rights = invited.rights ?? null
  const role = rights === null ? roleOf(link.purpose) : "office"
  if (role === "admin") makeRoom(school, link.subjectId)
  const memberId = joinSchool(school.id, userId, { role, rights: rights ?? "" })
  const actor = memberActor(school, { memberId, userId, name: invited.name, role })
  linkInvited(school.id, link.purpose, link.subjectId, memberId)
  for (const student of invited.students)
    giveAccess(actor, memberId, student.id, link.purpose === "student-invitation" ? "self" : "guardian")
  recordEvent(actor, { verb: "accept-invitation", noun: "member", nounId: memberId, after: { role } })
  return { ok: true, userId, schoolId: school.id, memberId }
}

/**
 * The plan's administrator accounts are counted (decision 8): where none is left, whoever asked hands theirs over, is
 * locked and signed out in the same transaction. So there is never one more than before, and never none.
 */
function makeRoom(school: OpenInvitation["school"], staffInvitationId: string) {
  const actor = schoolActor(school.id)
  if (!actor || seatsLeft(findPlanUsage(actor).administrators) > 0) return
  const giver = db()
    .select({ memberId: members.id })
    .from(staffInvitations)
    .innerJoin(members, joined(members, staffInvitations.invitedBy))
    .where(
      and(
        ofSchool(school.id, staffInvitations, staffInvitationId),
        eq(members.role, "admin"),
        isNull(members.deactivatedAt),
      ),
    )
    .get()
  if (!giver) throw new Refusal("account-taken")
  const { memberId } = giver
  db()
    .update(members)
    .set({ deactivatedAt: now() })
    .where(ofSchool(school.id, members, memberId))
    .run()
  endSignInsOfMember({ schoolId: school.id, memberId })
  recordEvent(actor, { verb: "hand-over", noun: "member", nounId: memberId, after: { staffInvitationId } })
}

const roleOf = (purpose: OpenInvitation["link"]["purpose"]) =>
  purpose === "staff-invitation" ? "admin" : purpose === "teacher-invitation" ? "teacher" : "student"

/** The user's membership of the school: made, or the one they have if it is a family's too (two families, one address). */
function joinSchool(
  schoolId: string,
  userId: string,
  { role, rights }: { role: Role; rights: string },
): string {
  const present = db()
    .select()
    .from(members)
    .where(and(ofSchool(schoolId, members), eq(members.userId, userId)))
    .get()
  if (present?.deactivatedAt) throw new Refusal("locked")
  if (present && (present.role !== role || role !== "student")) throw new Refusal("other-role")
  if (present) return present.id
  const id = newId()
  db().insert(members).values({ schoolId, id, createdAt: now(), userId, role, rights }).run()
  return id
}

function giveAccess(actor: Actor, memberId: string, studentId: string, as: "self" | "guardian") {
  db()
    .insert(portalAccess)
    .values({ ...newRow(actor), memberId, studentId, as })
    .onConflictDoNothing()
    .run()
}

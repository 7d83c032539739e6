import { transact } from "db/client.server"
import { members, portalAccess } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { rename } from "~/models/accounts/profile/profile.server"
import { setPasswordByMailbox } from "~/models/accounts/proven-address/proven-address.server"
import { endSignInsOf } from "~/models/accounts/sign-in/sign-in.server"
import { addUser, findUser, findUserByEmail, isUnproven } from "~/models/accounts/user/user.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { addUnlessThere, platformAdd, select } from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { consumeLink } from "~/models/foundation/one-time-link/one-time-link.server"
import type { AcceptRefusal } from "~/texts/people/refusals"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { findInvitation, type OpenInvitation } from "./invitation.server"
import { linkInvited } from "./invited.server"
import { findTransfer, noteTransfer, promote, takeAccount } from "./transfer.server"

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
  const transfer = role === "admin" ? findTransfer(school.id, link.subjectId) : ({ kind: "none" } as const)
  if (transfer.kind === "lost") throw new Refusal("account-taken")
  if (transfer.kind === "transfer") takeAccount(school.id, transfer)
  const memberId = joinSchool(school.id, userId, {
    role,
    rights: rights ?? "",
    offeredTo: invited.offeredTo ?? null,
  })
  const actor = memberActor(school, { memberId, userId, name: invited.name, role })
  if (invited.offeredTo) promote(actor, memberId)
  linkInvited(school.id, link.purpose, link.subjectId, memberId)
  for (const student of invited.students)
    giveAccess(actor, memberId, student.id, link.purpose === "student-invitation" ? "self" : "guardian")
  recordEvent(actor, "member.accept-invitation", memberId, { after: { role } })
  if (transfer.kind === "transfer") noteTransfer(actor, transfer)
  return { ok: true, userId, schoolId: school.id, memberId }
}

const roleOf = (purpose: OpenInvitation["link"]["purpose"]) =>
  purpose === "staff-invitation" ? "admin" : purpose === "teacher-invitation" ? "teacher" : "student"

type Joining = { role: Role; rights: string; offeredTo: string | null }

/**
 * The user's membership of the school: made, or the one they have if it is a family's too (two families, one address) or
 * the one that is to be the administrator.
 */
function joinSchool(schoolId: string, userId: string, { role, rights, offeredTo }: Joining): string {
  const present = select()
    .from(members)
    .where(and(ofSchool(schoolId, members), eq(members.userId, userId)))
    .get()
  if (offeredTo) return successorOf(present, offeredTo)
  if (present?.deactivatedAt) throw new Refusal("locked")
  if (present && (present.role !== role || role !== "student")) throw new Refusal("other-role")
  if (present) return present.id
  const id = newId()
  platformAdd(members, { schoolId, id, createdAt: now(), userId, role, rights })
  return id
}

/** The member who was asked to run the school, if they still can; only a former administrator's login may be locked. */
function successorOf(present: typeof members.$inferSelect | undefined, offeredTo: string): string {
  if (present?.id !== offeredTo || present.role === "student") throw new Refusal("other-role")
  const isLocked = present.deactivatedAt !== null
  if (isLocked && present.role !== "admin") throw new Refusal("locked")
  if (!isLocked && present.role === "admin") throw new Refusal("other-role")
  return present.id
}

function giveAccess(actor: Actor, memberId: string, studentId: string, as: "self" | "guardian") {
  addUnlessThere(actor, portalAccess, { memberId, studentId, as })
}

import { users } from "db/schema/accounts"
import { members, staffInvitations, teachers } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import { endSignInsOfMember } from "~/models/accounts/sign-in/sign-in.server"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { rights } from "~/models/foundation/access/rights"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"

// The plan's administrator accounts are counted (decision 8). Where none is left, whoever asked someone to run the
// school gives theirs, in the transaction in which the other accepts: so there is never one more than before, and never
// none.

/** Whose administrator account an invitation transfers: none's while the plan has one left, and no one's once they lost it. */
export type Transfer = { kind: "none" } | { kind: "lost" } | ({ kind: "transfer" } & Giver)
type Giver = { memberId: string; name: string; email: string | null; isStaying: boolean }

/** What accepting an invitation does to the administrator who sent it. */
export function findTransfer(schoolId: string, staffInvitationId: string): Transfer {
  const actor = schoolActor(schoolId)
  if (!actor || seatsLeft(findPlanUsage(actor).administrators) > 0) return { kind: "none" }
  const giver = select({
    memberId: members.id,
    name: users.name,
    email: users.email,
    isStaying: staffInvitations.giverStays,
  })
    .from(staffInvitations)
    .innerJoin(members, joined(members, staffInvitations.invitedBy))
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, staffInvitations, staffInvitationId),
        eq(members.role, "admin"),
        isNull(members.deactivatedAt),
      ),
    )
    .get()
  return giver ? { kind: "transfer", ...giver } : { kind: "lost" }
}

/**
 * Takes the administrator account from whoever gives it, in the caller's transaction: they are logged out, and locked or
 * from now on a member of the office with every right. Someone who teaches keeps teaching.
 */
export function takeAccount(schoolId: string, { memberId, isStaying }: Giver) {
  const actor = schoolActor(schoolId)
  if (!actor) return
  const staying = () => ({
    role: teaches(actor, memberId) ? ("teacher" as const) : ("office" as const),
    rights: rights.join(","),
  })
  change(actor, members, memberId, isStaying ? staying() : { deactivatedAt: now() })
  endSignInsOfMember({ schoolId, memberId })
}

const teaches = (actor: Actor, memberId: string): boolean =>
  Boolean(
    ownRows(actor, teachers, ["id"])
      .where(and(eq(teachers.memberId, memberId), isNull(teachers.deactivatedAt)))
      .get(),
  )

/** Makes someone with a login at the school its administrator, in the caller's transaction; a former one is unlocked. */
export function promote(actor: Actor, memberId: string) {
  change(actor, members, memberId, { role: "admin", rights: "", deactivatedAt: null })
}

/** Keeps in the activity who has the account now, and tells whoever had it. */
export function noteTransfer(successor: Actor, { memberId, name, email, isStaying }: Giver) {
  recordEvent(successor, "member.hand-over", memberId, {
    before: { name },
    after: { name: successor.name, isStaying },
  })
  if (!email) return
  const { id: schoolId, name: schoolName } = successor.school
  queueMail({
    template: "administrator-changed",
    data: { schoolName, recipientName: name, newName: successor.name, isStaying },
    schoolId,
    recipient: email,
  })
}

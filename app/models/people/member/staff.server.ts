import { db, transact } from "db/client.server"
import { staffInvitations } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { type Right, wholeRights } from "~/models/foundation/access/rights"
import type { Result } from "~/utils/result"
import { inviteStaff, revokeInvitation } from "../invitation/invite.server"
import type { InviteRefusal } from "../invitation/invite-refusals"
import type { StaffForm } from "./staff-form"

type Refusal = InviteRefusal | "one-person"

/** Why the invitation was refused. */
export const staffRefusals: Record<"one-person", string> = {
  "one-person": "A solo teacher’s school has one account: yours.",
}

/** A refusal found after a write: rolls the transaction back. */
class Refused extends Error {
  constructor(readonly reason: Refusal) {
    super(reason)
  }
}

/**
 * Asks someone by mail to run the school; asked again under the same address, only the newest link works. Nothing is
 * theirs before they accept: where the plan has no administrator account left, they then get the account of who asked
 * last (`accept-invitation.server.ts`). A solo teacher's school has one account, which is the teacher's own.
 */
export const askStaff = (actor: Actor, form: StaffForm) => ask(actor, form, null)

/**
 * Asks someone by mail to join the office with these rights. The plan counts them neither as an administrator nor as a
 * teacher, and no one’s account is transferred.
 */
export const askMember = (actor: Actor, form: StaffForm, given: readonly Right[]) =>
  ask(actor, form, wholeRights(given).join(","))

function ask(
  actor: Actor,
  { name, email }: StaffForm,
  rights: string | null,
): Result<{ email: string }, Refusal> {
  if (actor.school.kind === "solo") return { ok: false, reason: "one-person" }
  try {
    return transact(() => {
      const known = db()
        .select()
        .from(staffInvitations)
        .where(and(own(actor, staffInvitations), eq(staffInvitations.email, email)))
        .get()
      const row = known ?? { ...newRow(actor), name, email }
      if (known)
        db()
          .update(staffInvitations)
          .set({ invitedBy: actor.memberId, name, rights })
          .where(own(actor, staffInvitations, known.id))
          .run()
      else
        db()
          .insert(staffInvitations)
          .values({ ...newRow(actor), id: row.id, name, email, rights, invitedBy: actor.memberId })
          .run()
      const invited = inviteStaff(actor, row.id)
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
    const { changes } = db()
      .delete(staffInvitations)
      .where(and(own(actor, staffInvitations, invitationId), isNull(staffInvitations.memberId)))
      .run()
    return changes === 1
  })
}

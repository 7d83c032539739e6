import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, staffInvitations } from "db/schema/people"
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, remove, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { type Right, wholeRights } from "~/models/foundation/access/rights"
import type { InviteRefusal } from "~/texts/people/refusals"
import type { Result } from "~/utils/result"
import { inviteStaff, revokeInvitation } from "../invitation/invite.server"
import type { StaffForm } from "./staff-form"

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
      const known = select()
        .from(staffInvitations)
        .where(and(own(actor, staffInvitations), eq(staffInvitations.email, email)))
        .get()
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

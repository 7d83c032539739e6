import { users } from "db/schema/accounts"
import { members, staffInvitations, teachers } from "db/schema/people"
import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { officeRoles } from "~/models/foundation/access/roles"
import type { StaffNoun } from "./erasure"
import { addressesIn } from "./family-addresses.server"
import { listFormerNames } from "./former-names.server"

// A teacher, or a member of the team who has no lessons of their own, as an erasure finds them.

export type StaffPerson = {
  noun: StaffNoun
  /** Of the teacher, or of the member. */
  id: string
  name: string
  teacherId: string | null
  memberId: string | null
  userId: string | null
  email: string | null
  login: string | null
  deactivatedAt: number | null
  /** A teacher who has the administrator account. */
  runsSchool: boolean
}

/** Undefined when the school has no such person, or they are erased already. */
export const findStaff = (actor: Actor, noun: StaffNoun, id: string): StaffPerson | undefined =>
  noun === "teacher" ? findTeacher(actor, id) : findMember(actor, id)

function findTeacher(actor: Actor, id: string): StaffPerson | undefined {
  const found = select({
    ...columns(teachers, "id", "name", "email", "memberId", "deactivatedAt"),
    userId: members.userId,
    login: users.email,
    runsSchool: sql<number>`coalesce(${and(inArray(members.role, officeRoles), isNull(members.deactivatedAt))}, 0)`,
  })
    .from(teachers)
    .leftJoin(members, joined(members, teachers.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, teachers, id), isNull(teachers.erasedAt)))
    .get()
  return found && { noun: "teacher", teacherId: found.id, ...found, runsSchool: found.runsSchool === 1 }
}

/** A member of the office, or an administrator whose account was transferred; whoever teaches is erased as a teacher. */
function findMember(actor: Actor, id: string): StaffPerson | undefined {
  const found = select({
    id: members.id,
    name: users.name,
    email: users.email,
    login: users.email,
    userId: members.userId,
    deactivatedAt: members.deactivatedAt,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(teachers, joined(teachers.memberId, members.id))
    .where(and(own(actor, members, id), isNull(members.erasedAt), isNull(teachers.id), isOfTeam()))
    .get()
  return found && { noun: "member", teacherId: null, memberId: found.id, ...found, runsSchool: false }
}

const isOfTeam = () =>
  or(
    inArray(members.role, ["office", "teacher"]),
    and(eq(members.role, "admin"), isNotNull(members.deactivatedAt)),
  )

/** By what they are recognized in what is kept, read before any of it is gone. */
export function recognize(actor: Actor, { noun, id, name, memberId, userId, email, login }: StaffPerson) {
  const loginName = userId ? select().from(users).where(eq(users.id, userId)).get()?.name : null
  const former = [
    ...listFormerNames(actor, noun, id),
    ...(noun === "teacher" && memberId ? listFormerNames(actor, "member", memberId) : []),
  ]
  const invited = listInvitations(actor, memberId)
  const names = [name, loginName, ...former, ...invited.map((invitation) => invitation.name)]
  return {
    names: [...new Set(names.flatMap((each) => each?.trim() || []))],
    addresses: addressesIn([email, login, ...invited.map((invitation) => invitation.email)]),
    invitationIds: invited.map((invitation) => invitation.id),
  }
}

/** The invitations by which they came to the team, and an offer of the administrator account. */
const listInvitations = (actor: Actor, memberId: string | null) =>
  memberId === null
    ? []
    : ownRows(actor, staffInvitations)
        .where(or(eq(staffInvitations.memberId, memberId), eq(staffInvitations.offeredTo, memberId)))
        .all()

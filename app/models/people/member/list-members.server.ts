import { users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { members, staffInvitations } from "db/schema/people"
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { readRights } from "~/models/foundation/access/rights"
import { everybody, officeRoles } from "~/models/foundation/access/roles"
import { now } from "~/utils/clock.server"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE } from "~/utils/page-number"
import { accountOf } from "../invitation/account-state.server"

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
  return select()
    .from(staffInvitations)
    .where(
      and(
        own(actor, staffInvitations),
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

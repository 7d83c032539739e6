import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, teachers } from "db/schema/people"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { type Right, readRights, rightsText, wholeRights } from "~/models/foundation/access/rights"
import { staffRoles } from "~/models/foundation/access/roles"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"

// Who works at the school and has a login: its administrator, members of the office, teachers. The administrator gives
// the others rights by name. A member of the office gives no lessons, so the plan doesn't count them as a teacher.

/** The most people of a school's team that one page lists. */
const mostListed = 500

/** The teacher that a member is: their phone is in the school's own record. */
const isTeaching = and(joined(members, teachers.memberId), isNull(teachers.deactivatedAt))

const columns = {
  memberId: members.id,
  name: users.name,
  email: users.email,
  username: users.username,
  phone: sql<string | null>`iif(${teachers.id} is null, ${users.phone}, ${teachers.phone})`,
  role: members.role,
  rights: members.rights,
  deactivatedAt: members.deactivatedAt,
}

/** The team: administrators, then the office, then teachers, each by name. */
export function listTeam(actor: Actor) {
  return select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(teachers, isTeaching)
    .where(and(own(actor, members), isNull(members.erasedAt), inArray(members.role, [...staffRoles])))
    .orderBy(
      sql`case ${members.role} when 'office' then 1 when 'teacher' then 2 else 0 end`,
      sql`${users.name} collate nocase`,
      asc(members.id),
    )
    .limit(mostListed)
    .all()
    .map((row) => ({ ...row, rights: readRights(row.rights) }))
}

/** A member to whom rights can be given: of the office, or a teacher. */
export function findTeamMember(actor: Actor, memberId: string) {
  const row = select(columns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(teachers, isTeaching)
    .where(
      and(
        own(actor, members, memberId),
        isNull(members.erasedAt),
        inArray(members.role, ["office", "teacher"]),
      ),
    )
    .get()
  return row && { ...row, rights: readRights(row.rights) }
}

/** The teacher that a member is, be it that they left; undefined for someone who never taught. */
export const findTeacherOf = (actor: Actor, memberId: string): string | undefined =>
  ownRows(actor, teachers, ["id"]).where(eq(teachers.memberId, memberId)).get()?.id

/** Gives a member exactly these rights and what they include. A member of the office keeps at least one; who was removed has none to give. */
export function changeRights(
  actor: Actor,
  memberId: string,
  chosen: readonly Right[],
): Result<{ name: string }, "not-found" | "none" | "removed"> {
  return transact(() => {
    const member = findTeamMember(actor, memberId)
    if (!member) return { ok: false, reason: "not-found" }
    if (member.deactivatedAt !== null) return { ok: false, reason: "removed" }
    const given = wholeRights(chosen)
    if (member.role === "office" && given.length === 0) return { ok: false, reason: "none" }
    if (given.join() !== member.rights.join()) {
      change(actor, members, memberId, { rights: given.join(",") })
      const facts = (of: readonly Right[]) => ({ name: member.name, rights: of.length ? rightsText(of) : "" })
      recordEvent(actor, "member.change-rights", memberId, {
        before: facts(member.rights),
        after: facts(given),
      })
    }
    return { ok: true, name: member.name }
  })
}

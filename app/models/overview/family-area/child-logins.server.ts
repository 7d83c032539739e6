import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, students } from "db/schema/people"
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import { knownUsername } from "~/models/accounts/user/login-name"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { renewTemporaryPassword } from "~/models/people/member/child-sign-in.server"

// Logins without an email have no mailbox for a forgotten password, so the child's guardian helps instead.

export type ChildLogin = { studentId: string; name: string; username: string }

/** The children in this guardian's care who log in with a username, locked ones left out. Empty for everyone else. */
export function listChildLogins(actor: Actor): ChildLogin[] {
  const wards = findPortal(actor).students.filter(({ as }) => as === "guardian")
  const names = new Map(wards.map(({ id, name }) => [id, name]))
  return (
    select({ studentId: students.id, username: users.username })
      .from(students)
      // cross joins keep SQLite from starting with everyone on the platform who has no email
      .crossJoin(members)
      .crossJoin(users)
      .where(
        and(
          own(actor, students),
          joined(members, students.memberId),
          eq(users.id, members.userId),
          inArray(students.id, [...names.keys()]),
          isNull(members.deactivatedAt),
          isNull(users.email),
          isNotNull(users.username),
        ),
      )
      .orderBy(asc(students.firstName), asc(students.id))
      .all()
      .filter(({ username }) => knownUsername(username) !== null)
      .map(({ studentId, username }) => ({
        studentId,
        username: username ?? "",
        name: names.get(studentId) ?? "",
      }))
  )
}

/**
 * Gives a child in this guardian's care a new temporary password and logs the child out everywhere. Undefined for any other
 * student, as for one that does not exist.
 */
export function renewChildPassword(
  actor: Actor,
  studentId: string,
  { passwordHash }: { passwordHash: string },
): ChildLogin | undefined {
  return transact(() => {
    const child = listChildLogins(actor).find((each) => each.studentId === studentId)
    return child && renewTemporaryPassword(actor, studentId, { passwordHash }).ok ? child : undefined
  })
}

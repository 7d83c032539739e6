import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, portalAccess, students } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import { endSignInsOf } from "~/models/accounts/sign-in/sign-in.server"
import { forgetTriesAt } from "~/models/accounts/sign-in/sign-in-tries.server"
import { addUser, findUserByUsername, fold, setPassword } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"

// A child's own sign-in: a user name and a start password the school prints, no address, no money.

/**
 * Adds a sign-in for a child. `passwordHash` is of a start password, which must be changed at the first sign-in.
 * Refuses a user name someone has, and a student who has a sign-in.
 */
export function addChildSignIn(
  actor: Actor,
  studentId: string,
  { username, passwordHash }: { username: string; passwordHash: string },
): Result<void, "not-found" | "already-has-sign-in" | "username-taken"> {
  return transact(() => {
    const student = find(actor, students, studentId)
    if (!student) return { ok: false, reason: "not-found" }
    if (student.memberId) return { ok: false, reason: "already-has-sign-in" }
    if (findUserByUsername(username)) return { ok: false, reason: "username-taken" }
    const userId = addUser({ name: fullName(student), username, passwordHash, mustChangePassword: true })
    const memberId = add(actor, members, { userId, role: "student" })
    change(actor, students, studentId, { memberId })
    add(actor, portalAccess, { memberId, studentId, as: "child" })
    recordEvent(actor, "student.add-sign-in", studentId, { after: { username: fold(username) } })
    return { ok: true }
  })
}

/**
 * Gives a child a new start password, for one that was forgotten, and ends the child's sign-ins. Refuses everyone
 * who signs in with an address: their password is their own.
 */
export function renewTemporaryPassword(
  actor: Actor,
  studentId: string,
  { passwordHash }: { passwordHash: string },
): Result<{ username: string }, "no-child-sign-in"> {
  return transact(() => {
    const child = select({ userId: users.id, username: users.username })
      .from(students)
      .innerJoin(members, joined(members, students.memberId))
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(own(actor, students, studentId), isNull(users.email)))
      .get()
    if (!child?.username) return { ok: false, reason: "no-child-sign-in" }
    setPassword(child.userId, { passwordHash, mustChangePassword: true })
    forgetTriesAt(child.username)
    endSignInsOf(child.userId)
    recordEvent(actor, "student.renew-start-password", studentId)
    return { ok: true, username: child.username }
  })
}

import { transact } from "db/client.server"
import { secondFactors, users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { members } from "db/schema/people"
import { contactMessages, demoRequests } from "db/schema/platform"
import { supportThreads } from "db/schema/platform-support"
import { and, asc, eq, isNotNull, isNull, max } from "drizzle-orm"
import { removeSecondFactor } from "~/models/accounts/second-factor/second-factor.server"
import { hasSecondFactor } from "~/models/accounts/sign-in/second-factor-state.server"
import { endSignInsOf } from "~/models/accounts/sign-in/sign-in.server"
import { addUser, findUser, findUserByEmail, fold, type User } from "~/models/accounts/user/user.server"
import { platformChange, select } from "~/models/foundation/access/door.server"
import { readStaffRoles, type StaffRole, staffRoles } from "~/models/foundation/access/staff-permissions"
import { makeOneTimeLink, revokeLinks, tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { Result } from "~/utils/result"

// The accounts of the platform's staff. The first door is a command on the server (scripts/staff.ts): whoever can run it owns
// the database anyway. Staff invite each other on their own page. No password is ever set here: a one-time link goes to the mailbox, and what an account had before
// (password, second factor, sign-ins) ends, so that only who reads that mailbox becomes staff.

const day = 86_400_000

export type StaffLink = { email: string; token: string }
type Added = Result<{ change: "added" | "invited-again"; link: StaffLink }, "belongs-to-a-school">

/**
 * Makes the address a staff account and its link to choose a password, good for a day; for one that is staff already, a
 * new link. Refuses an address that belongs to a school: a person has one home. `mails` queues the link as mail. All roles
 * unless some are named.
 */
export function addStaff(
  email: string,
  { name, mails, roles = staffRoles }: { name?: string; mails: boolean; roles?: readonly StaffRole[] },
): Added {
  return transact(() => {
    const known = findUserByEmail(email)
    if (known?.isSuperAdmin) return { ok: true, change: "invited-again", link: makeLink(known, mails) }
    if (known && belongsToSchool(known.id)) return { ok: false, reason: "belongs-to-a-school" }
    if (known) endCredentials(known.id)
    const userId =
      known?.id ??
      // No one was there before whom it could be taken from, so its first login is no takeover to tell of.
      addUser({
        name: name ?? (email.split("@")[0] || email),
        email,
        passwordHash: null,
        isEmailProven: true,
      })
    platformChange(users, userId, {
      isSuperAdmin: true,
      staffRoles: roles.join(","),
      ...(name ? { name } : {}),
    })
    const user = findUser(userId)
    if (!user) throw new Error("The account that was just made is there.")
    return { ok: true, change: "added", link: makeLink(user, mails) }
  })
}

const belongsToSchool = (userId: string) =>
  select({ id: members.id }).from(members).where(eq(members.userId, userId)).limit(1).get() !== undefined

function makeLink(user: User, mails: boolean): StaffLink {
  const email = user.email ?? ""
  const linkId = makeOneTimeLink({
    purpose: "password-reset",
    schoolId: null,
    subjectId: user.id,
    email,
    lifetimeMs: day,
  })
  if (mails)
    queueMail({
      template: "staff-access",
      data: { name: user.name, email, linkId },
      schoolId: null,
      recipient: email,
    })
  return { email, token: tokenOf(linkId) }
}

/** Everyone on the staff, by address; instants in UTC ms. */
export function listStaff() {
  return select({
    userId: users.id,
    email: users.email,
    name: users.name,
    roles: users.staffRoles,
    hasPassword: isNotNull(users.passwordHash).mapWith(Boolean),
    hasSecondFactor: isNotNull(secondFactors.confirmedAt).mapWith(Boolean),
    signedInAt: max(signIns.createdAt),
  })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(signIns, eq(signIns.userId, users.id))
    .where(eq(users.isSuperAdmin, true))
    .groupBy(users.id)
    .orderBy(asc(users.email))
    .all()
    .map(({ roles, ...member }) => ({ ...member, roles: readStaffRoles(roles) }))
}

/** Takes a person off the staff, at once: their sign-ins, password and links end. False when the address is not staff. */
export function removeStaff(email: string): boolean {
  return transact(() => {
    const user = findStaff(email)
    if (!user) return false
    endCredentials(user.id)
    platformChange(users, user.id, { isSuperAdmin: false })
    unassign(user.id)
    return true
  })
}

/** What was theirs to answer is anyone's again. */
function unassign(userId: string) {
  const none = { assignedTo: null }
  platformChange(
    supportThreads,
    and(eq(supportThreads.assignedTo, userId), isNull(supportThreads.closedAt)),
    none,
  )
  platformChange(
    contactMessages,
    and(eq(contactMessages.assignedTo, userId), isNull(contactMessages.closedAt)),
    none,
  )
  platformChange(demoRequests, and(eq(demoRequests.assignedTo, userId), isNull(demoRequests.closedAt)), none)
}

const findStaff = (email: string) =>
  select()
    .from(users)
    .where(and(eq(users.email, fold(email)), eq(users.isSuperAdmin, true)))
    .get()

function endCredentials(userId: string) {
  removeSecondFactor(userId, null)
  revokeLinks("password-reset", userId)
  endSignInsOf(userId)
  platformChange(users, userId, { passwordHash: null, mustChangePassword: false })
}

/**
 * Takes away anyone's second factor, for someone who lost phone and recovery codes or whose sealing key is gone: the
 * password stays, sign-ins end, and a mail says so. Staff set up a new one when they next log in.
 */
export function resetSecondFactor(email: string): "reset" | "has-none" | "unknown" {
  return transact(() => {
    const user = findUserByEmail(email)
    if (!user) return "unknown"
    if (!hasSecondFactor(user.id)) return "has-none"
    removeSecondFactor(user.id, null)
    return "reset"
  })
}

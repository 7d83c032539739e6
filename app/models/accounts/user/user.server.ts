import { recoveryCodes, secondFactors, users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { oneTimeLinks } from "db/schema/foundation"
import { files } from "db/schema/foundation-files"
import { emails } from "db/schema/foundation-mail"
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm"
import {
  type Params,
  platformAdd,
  platformChange,
  platformQuery,
  platformRemove,
  select,
} from "~/models/foundation/access/door.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { now } from "~/utils/clock.server"
import { shownAddress } from "~/utils/email-address"
import { newId } from "~/utils/ids.server"
import { passwordMatches } from "./password.server"

// A person who signs in. Knows nothing of schools; email and user name are kept folded, so that one person is one row.

export type User = typeof users.$inferSelect

/** E-mails and user names are compared without regard to case. */
export const fold = (name: string): string => shownAddress(name.trim().normalize("NFC").toLowerCase())

export function findUserByEmail(email: string): User | undefined {
  return select()
    .from(users)
    .where(eq(users.email, fold(email)))
    .get()
}

export const findUser = (userId: string): User | undefined => userQuery.get({ userId })

const userQuery = platformQuery((p: Params<{ userId: string }>) =>
  select().from(users).where(eq(users.id, p.userId)),
)

/** The user with this email or user name. */
export function findUserByName(name: string): User | undefined {
  const folded = fold(name)
  return select()
    .from(users)
    .where(or(eq(users.email, folded), eq(users.username, folded)))
    .get()
}

/** The user whose email or user name and password these are, or undefined; both failures take the same time. */
export async function findUserByPassword(name: string, password: string): Promise<User | undefined> {
  const user = findUserByName(name)
  return (await passwordMatches(user?.passwordHash, password)) ? user : undefined
}

/** Whether the account still has the password that was looked at a moment ago: checking one takes time. */
export const hasPasswordStill = (userId: string, passwordHash: string | null): boolean =>
  findUser(userId)?.passwordHash === passwordHash

/**
 * Whether anyone could have registered this account with someone else's address. An account without an address has no
 * mailbox to reach, so there is nothing to prove.
 */
export const isUnproven = ({ email, emailProvenAt }: Pick<User, "email" | "emailProvenAt">): boolean =>
  email !== null && emailProvenAt === null

export function findUserByUsername(username: string): User | undefined {
  return select()
    .from(users)
    .where(eq(users.username, fold(username)))
    .get()
}

/**
 * Replaces a password, in the caller's transaction; the caller ends the user's sign-ins. A change of email that was asked
 * for before is off: the earlier password may have been known to someone else.
 */
export function setPassword(
  userId: string,
  { passwordHash, mustChangePassword }: { passwordHash: string; mustChangePassword: boolean },
) {
  platformChange(users, userId, { passwordHash, mustChangePassword })
  revokeLinks("email-change", userId)
}

/** Adds a person who can sign in, in the caller's transaction. The email must be free: the database refuses a second one. */
export function addUser(user: {
  name: string
  email?: string | null
  username?: string | null
  passwordHash: string | null
  isSuperAdmin?: boolean
  mustChangePassword?: boolean
  /** Whether the mailbox was reached. Staff are added on the server by people who know them. */
  isEmailProven?: boolean
}): string {
  const id = newId()
  platformAdd(users, {
    id,
    name: user.name,
    email: user.email ? fold(user.email) : null,
    username: user.username ? fold(user.username) : null,
    passwordHash: user.passwordHash,
    isSuperAdmin: user.isSuperAdmin ?? false,
    mustChangePassword: user.mustChangePassword ?? false,
    emailProvenAt: user.email && (user.isEmailProven ?? user.isSuperAdmin) ? now() : null,
    createdAt: now(),
  })
  return id
}

/**
 * Forgets who an account belonged to, in the caller's transaction: no one logs in with it again. The row stays, because
 * memberships refer to it. Staff of the platform are left as they are.
 */
export function forgetUser(userId: string, name: string) {
  const user = select().from(users).where(eq(users.id, userId)).get()
  if (!user || user.isSuperAdmin) return
  if (user.email) forgetAccountMail({ id: userId, email: user.email }, name)
  platformRemove(signIns, eq(signIns.userId, userId))
  platformRemove(secondFactors, eq(secondFactors.userId, userId))
  platformRemove(recoveryCodes, eq(recoveryCodes.userId, userId))
  platformRemove(oneTimeLinks, eq(oneTimeLinks.subjectId, userId))
  // The bytes of their photo go with the next round of the file store.
  platformRemove(files, and(eq(files.userId, userId), eq(files.purpose, "photo")))
  platformChange(users, userId, {
    name,
    email: null,
    username: `erased-${userId}`,
    phone: null,
    timeZone: null,
    passwordHash: null,
    emailProvenAt: null,
  })
}

/** Mail about the login, which is no school's: to its address, and to those it had before or was to have. */
function forgetAccountMail({ id, email }: { id: string; email: string }, name: string) {
  const toThem = sql`lower(${emails.recipient}) = lower(${email})`
  const links = select({ id: oneTimeLinks.id }).from(oneTimeLinks).where(eq(oneTimeLinks.subjectId, id))
  const ofLink = inArray(sql`json_extract(${emails.data}, '$.linkId')`, links)
  // Someone else may have asked for this address: what they were told of it is theirs.
  const ofChange = and(
    inArray(emails.template, ["email-change-asked", "email-changed"]),
    sql`lower(json_extract(${emails.data}, '$.email')) = lower(${email})`,
    sql`lower(${emails.recipient}) not in (select lower(email) from users where email is not null and id <> ${id})`,
  )
  const theirs = and(isNull(emails.schoolId), or(toThem, ofLink, ofChange))
  platformRemove(emails, and(theirs, ne(emails.state, "sent")))
  platformChange(emails, theirs, { recipient: name, data: "{}", lastError: null })
}

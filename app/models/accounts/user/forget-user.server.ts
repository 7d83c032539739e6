import { recoveryCodes, secondFactors, users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { oneTimeLinks } from "db/schema/foundation"
import { files } from "db/schema/foundation-files"
import { emails } from "db/schema/foundation-mail"
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm"
import { platformChange, platformRemove, select } from "~/models/foundation/access/door.server"

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

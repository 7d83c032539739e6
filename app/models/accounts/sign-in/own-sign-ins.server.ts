import { transact } from "db/client.server"
import { signIns } from "db/schema/accounts-sign-ins"
import { and, desc, eq, gt, ne } from "drizzle-orm"
import { platformRemove, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { now } from "~/utils/clock.server"

// The browsers a person is signed in with, as they see them.

/** The person's living sign-ins, newest first. Instants are UTC ms. */
export function listSignInsOf(userId: string) {
  return select(columns(signIns, "id", "userAgent", "createdAt", "expiresAt"))
    .from(signIns)
    .where(and(eq(signIns.userId, userId), gt(signIns.expiresAt, now())))
    .orderBy(desc(signIns.createdAt), desc(signIns.id))
    .all()
}

/** Whether this sign-in of the person is still living. */
export const isOwnSignIn = (userId: string, signInId: string): boolean =>
  Boolean(
    select({ id: signIns.id })
      .from(signIns)
      .where(and(eq(signIns.userId, userId), eq(signIns.id, signInId), gt(signIns.expiresAt, now())))
      .get(),
  )

/** Ends one of the person's own sign-ins; false when it is not theirs, or has ended. */
export function endOwnSignIn(userId: string, signInId: string): boolean {
  return platformRemove(signIns, and(eq(signIns.userId, userId), eq(signIns.id, signInId))) > 0
}

/**
 * Ends every sign-in of the person but one, or all with null: after a change of how they sign in. A change of email that
 * one of them may have asked for is off. Answers how many ended.
 */
export function endOtherSignIns(userId: string, keepSignInId: string | null): number {
  const others = and(
    eq(signIns.userId, userId),
    keepSignInId === null ? undefined : ne(signIns.id, keepSignInId),
  )
  return transact(() => {
    revokeLinks("email-change", userId)
    return platformRemove(signIns, others)
  })
}

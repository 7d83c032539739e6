import { createHash, randomBytes } from "node:crypto"
import { db } from "db/client.server"
import { members, users } from "db/schema/people"
import { signIns, subscriptions } from "db/schema/platform"
import { schools } from "db/schema/schools"
import { and, asc, eq, gt, isNull, lte } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { clientStatus } from "../subscription/subscription"
import type { SignIn } from "./sign-in"

// An authenticated browser is a row; the browser holds a random token, we hold only its hash. Every start makes a new
// token, so a token known before signing in is worth nothing after.

const hour = 3_600_000
const absoluteMs = 12 * hour
/** "Remember me" is a longer limit, not a different mechanism. */
const rememberedMs = 30 * 24 * hour

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url")

/** Starts a sign-in as the user's first active membership. Returns the token for the cookie and how long it lasts (ms). */
export function startSignIn(userId: string, browser: { remember: boolean; userAgent: string | null }) {
  const token = randomBytes(32).toString("base64url")
  const at = now()
  const lifetimeMs = browser.remember ? rememberedMs : absoluteMs
  const membership = db()
    .select({ schoolId: members.schoolId, memberId: members.id })
    .from(members)
    .where(and(eq(members.userId, userId), isNull(members.deactivatedAt)))
    .orderBy(asc(members.createdAt))
    .limit(1)
    .get()
  db()
    .insert(signIns)
    .values({
      id: newId(),
      tokenHash: hashOf(token),
      userId,
      schoolId: membership?.schoolId ?? null,
      memberId: membership?.memberId ?? null,
      remembered: browser.remember,
      userAgent: browser.userAgent?.slice(0, 200) ?? null,
      createdAt: at,
      expiresAt: at + lifetimeMs,
    })
    .run()
  return { token, lifetimeMs }
}

/** The living sign-in behind a token, with its current membership; undefined when ended, expired or never made. */
export function findSignIn(token: string): SignIn | undefined {
  const at = now()
  const row = db()
    .select({
      id: signIns.id,
      user: { id: users.id, name: users.name, email: users.email, isSuperAdmin: users.isSuperAdmin },
      member: { id: members.id, role: members.role },
      school: schools,
      subscription: { status: subscriptions.status, paidUntil: subscriptions.paidUntil },
    })
    .from(signIns)
    .innerJoin(users, eq(users.id, signIns.userId))
    .leftJoin(
      members,
      and(
        eq(members.schoolId, signIns.schoolId),
        eq(members.id, signIns.memberId),
        isNull(members.deactivatedAt),
      ),
    )
    .leftJoin(schools, eq(schools.id, members.schoolId))
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(and(eq(signIns.tokenHash, hashOf(token)), gt(signIns.expiresAt, at)))
    .get()
  if (!row) return undefined
  return {
    id: row.id,
    user: row.user,
    membership:
      row.member && row.school
        ? {
            memberId: row.member.id,
            role: row.member.role,
            school: row.school,
            subscriptionStatus: clientStatus(row.subscription, at),
          }
        : null,
  }
}

export function endSignIn(token: string) {
  db()
    .delete(signIns)
    .where(eq(signIns.tokenHash, hashOf(token)))
    .run()
}

/** Ends every sign-in of a user: after a password change. */
export function endSignInsOf(userId: string) {
  db().delete(signIns).where(eq(signIns.userId, userId)).run()
}

export function forgetExpiredSignIns() {
  db().delete(signIns).where(lte(signIns.expiresAt, now())).run()
}

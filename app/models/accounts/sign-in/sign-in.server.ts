import { randomBytes } from "node:crypto"
import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { signIns } from "db/schema/accounts-sign-ins"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { members } from "db/schema/people"
import { and, asc, count, eq, gt, isNotNull, isNull, lte, type Placeholder } from "drizzle-orm"
import {
  type Params,
  params,
  platformAdd,
  platformQuery,
  platformRemove,
  select,
} from "~/models/foundation/access/door.server"
import { joined, ofSchool } from "~/models/foundation/access/own.server"
import { readRights } from "~/models/foundation/access/rights"
import { readStaffRoles } from "~/models/foundation/access/staff-permissions"
import { now } from "~/utils/clock.server"
import { hashOf, newId } from "~/utils/ids.server"
import { storedState } from "../subscription/stored-state.server"
import { accessOf, clientStatus } from "../subscription/subscription"
import { hasPasswordStill } from "../user/user.server"
import { hasSecondFactor, staffNeedSecondFactor } from "./second-factor-state.server"
import type { SignIn } from "./sign-in"

// A sign-in is one authenticated browser. The browser holds a random token, the row only its hash. Every login makes a new
// token, so a token stolen before the login is worthless after it.

const hour = 3_600_000
const absoluteMs = 12 * hour
/** "Remember me" is a longer limit, not a different mechanism. */
const rememberedMs = 30 * 24 * hour

export type MembershipKey = { schoolId: string; memberId: string }

const membershipsQuery = platformQuery((p: Params<{ userId: string }>) =>
  select({
    schoolId: members.schoolId,
    memberId: members.id,
    role: members.role,
    schoolName: schools.name,
  })
    .from(members)
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(mayAct(p.userId))
    .orderBy(asc(members.createdAt), asc(members.id)),
)

const mayAct = (userId: string | Placeholder) =>
  and(eq(members.userId, userId), isNull(members.deactivatedAt))

/** Their number, for the user named `userId`: for a statement that reads it with more. */
export const membershipCountQuery = () =>
  select({ n: count() }).from(members).where(mayAct(params<{ userId: string }>().userId))

type Membership = ReturnType<typeof membershipsQuery.all>[number]

const keepMemberships = cacheUntilWrite<readonly Membership[]>(2000)

/** The schools a user may act in, oldest membership first; locked ones are left out. */
export const listMemberships = (userId: string): readonly Membership[] =>
  keepMemberships([userId], () => membershipsQuery.all({ userId }))

/** Names of the schools in which the user’s login is locked. */
export const listLockedSchools = (userId: string): string[] =>
  select({ name: schools.name })
    .from(members)
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(and(eq(members.userId, userId), isNotNull(members.deactivatedAt), isNull(members.erasedAt)))
    .orderBy(asc(members.createdAt), asc(members.id))
    .all()
    .map(({ name }) => name)

/**
 * Starts a sign-in as the given membership of the user, or as their first active one. Returns the token for the cookie
 * and how long it lasts (ms).
 */
export function startSignIn(
  userId: string,
  browser: { remember: boolean; userAgent: string | null },
  as?: MembershipKey,
) {
  const lifetimeMs = browser.remember ? rememberedMs : absoluteMs
  const memberships = listMemberships(userId)
  const requested = as && memberships.find((each) => sameMembership(each, as))
  const token = insertSignIn({
    userId,
    membership: requested ?? memberships[0],
    remembered: browser.remember,
    userAgent: browser.userAgent?.slice(0, 200) ?? null,
    expiresAt: now() + lifetimeMs,
  })
  return { token, lifetimeMs }
}

/**
 * Starts a sign-in in a browser and ends the one it had, `replaces`. `checked` is the hash of the password that was looked
 * at: when the account has another one by now, no one is signed in and the answer is undefined.
 */
export function startSignInInstead(
  userId: string,
  browser: { remember: boolean; userAgent: string | null },
  { as, checked, replaces }: { as?: MembershipKey; checked?: string | null; replaces: string | null },
) {
  return transact(() => {
    if (checked !== undefined && !hasPasswordStill(userId, checked)) return undefined
    if (replaces) endSignIn(replaces)
    return startSignIn(userId, browser, as)
  })
}

const sameMembership = (one: MembershipKey, other: MembershipKey) =>
  one.schoolId === other.schoolId && one.memberId === other.memberId

function insertSignIn({
  membership,
  ...facts
}: {
  userId: string
  membership: MembershipKey | undefined
  remembered: boolean
  userAgent: string | null
  expiresAt: number
}): string {
  const token = randomBytes(32).toString("base64url")
  platformAdd(signIns, {
    ...facts,
    id: newId(),
    tokenHash: hashOf(token),
    schoolId: membership?.schoolId ?? null,
    memberId: membership?.memberId ?? null,
    createdAt: now(),
  })
  return token
}

/**
 * Makes another of the user's memberships the current one. The token is a new one, the old one is worth nothing; the
 * end stays where it was. Undefined when the membership is not the user's, or is locked.
 */
export function switchMembership(
  token: string,
  to: MembershipKey,
): { token: string; lifetimeMs: number; remembered: boolean } | undefined {
  return transact(() => {
    const at = now()
    const current = select()
      .from(signIns)
      .where(and(eq(signIns.tokenHash, hashOf(token)), gt(signIns.expiresAt, at)))
      .get()
    const membership = current && listMemberships(current.userId).find((each) => sameMembership(each, to))
    if (!current || !membership) return undefined
    const { userId, remembered, userAgent, expiresAt } = current
    endSignIn(token)
    return {
      token: insertSignIn({ userId, membership, remembered, userAgent, expiresAt }),
      lifetimeMs: expiresAt - at,
      remembered,
    }
  })
}

const signInByToken = platformQuery((p: Params<{ tokenHash: string }>) =>
  select({
    id: signIns.id,
    expiresAt: signIns.expiresAt,
    user: {
      id: users.id,
      name: users.name,
      email: users.email,
      timeZone: users.timeZone,
      isSuperAdmin: users.isSuperAdmin,
      staffRoles: users.staffRoles,
      mustChangePassword: users.mustChangePassword,
    },
    member: { id: members.id, role: members.role, rights: members.rights },
    school: schools,
    subscription: storedState,
  })
    .from(signIns)
    .innerJoin(users, eq(users.id, signIns.userId))
    .leftJoin(members, and(joined(members, signIns.memberId), isNull(members.deactivatedAt)))
    .leftJoin(schools, eq(schools.id, members.schoolId))
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(eq(signIns.tokenHash, p.tokenHash)),
)

/** Every request asks; between two writes the answer is the same. */
const keepRow = cacheUntilWrite<ReturnType<typeof signInByToken.get>>(2000)

/** The living sign-in behind a token, with its current membership; undefined when ended, expired or never made. */
export function findSignIn(token: string): SignIn | undefined {
  const at = now()
  const tokenHash = hashOf(token)
  const row = keepRow([tokenHash], () => signInByToken.get({ tokenHash }))
  if (!row || row.expiresAt <= at) return undefined
  const needsSecondFactor = row.user.isSuperAdmin && staffNeedSecondFactor() && !hasSecondFactor(row.user.id)
  const isSuperAdmin = row.user.isSuperAdmin && !needsSecondFactor
  return {
    id: row.id,
    user: {
      ...row.user,
      isSuperAdmin,
      staffRoles: isSuperAdmin ? readStaffRoles(row.user.staffRoles) : [],
      needsSecondFactor,
    },
    membership:
      row.member && row.school
        ? {
            memberId: row.member.id,
            role: row.member.role,
            rights: readRights(row.member.rights),
            school: { ...row.school },
            demoUntil: row.school.demoUntil,
            subscriptionStatus: clientStatus(row.subscription, at),
            access: accessOf(row.subscription, at),
            graceUntil: row.subscription?.graceUntil ?? null,
          }
        : null,
  }
}

export function endSignIn(token: string) {
  platformRemove(signIns, eq(signIns.tokenHash, hashOf(token)))
}

/** Ends every sign-in of a user: after a password change. */
export function endSignInsOf(userId: string) {
  platformRemove(signIns, eq(signIns.userId, userId))
}

/** Ends every sign-in that stands for this member; the same person in another school stays signed in. */
export function endSignInsOfMember({ schoolId, memberId }: MembershipKey) {
  platformRemove(signIns, and(ofSchool(schoolId, signIns), eq(signIns.memberId, memberId)))
}

export function forgetExpiredSignIns() {
  platformRemove(signIns, lte(signIns.expiresAt, now()))
}

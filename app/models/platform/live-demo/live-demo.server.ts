import { setTimeout as pause } from "node:timers/promises"
import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { guardians, members } from "db/schema/people"
import { and, asc, count, eq, gt, isNotNull, isNull, lte } from "drizzle-orm"
import { beginErasing, eraseNext } from "~/models/accounts/school/erase-school.server"
import type { MembershipKey } from "~/models/accounts/sign-in/sign-in.server"
import { madeUsername } from "~/models/accounts/user/login-name"
import { findUserByEmail } from "~/models/accounts/user/user.server"
import { platformAdd, platformChange, select } from "~/models/foundation/access/door.server"
import { joined, ofSchool } from "~/models/foundation/access/own.server"
import type { DemoRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { idOfOther, newId } from "~/utils/ids.server"
import { inTurns, nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import { copySchool } from "./copy-school.server"
import { findLater } from "./later-days.server"
import { type DemoRole, demoHours } from "./live-demo"

// A visitor's live demo: a copy of the sample school that is theirs alone and is thrown away after a day. Its people have no
// email and no password, so no one can log in to it later; its mail isn't sent, and it can't subscribe.

/** So many demos may live at a time. */
const mostAtOnce = 200

/** A copy whose making is cut off is thrown away after so long. */
const madeWithinMs = 15 * 60_000
/** A press waits so long for the demo that an earlier one is making. */
const longestWaitMs = 60_000
const lookMs = 100

/** What the ids of demos that tokens open are made from. */
const demosOfTokens = "6f0d2a3c-5b0e-4d1f-9a57-2c8e61b7f304"
/** A token that a person wrote could be another's, too. */
const shortestToken = 16

/** The school that is copied; undefined when the live demo is off, or there is no sample school. */
export function findSampleSchool(): string | undefined {
  const { LIVE_DEMO_SCHOOL } = env()
  const user = LIVE_DEMO_SCHOOL ? findUserByEmail(LIVE_DEMO_SCHOOL) : undefined
  if (!user) return undefined
  return select({ schoolId: members.schoolId })
    .from(members)
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(and(eq(members.userId, user.id), isNull(members.deactivatedAt), isNull(schools.demoUntil)))
    .orderBy(asc(members.createdAt))
    .get()?.schoolId
}

/** The demo of a page’s token: pressed twice, its form opens one. Whoever has no token gets a demo of their own. */
export const demoIdOf = (token: string): string =>
  token.length < shortestToken ? newId() : idOfOther(demosOfTokens, [token])

/**
 * The demo with this id while it lives; one that another press is making is waited for. Undefined where there is none, or the making
 * takes too long.
 */
export async function findDemo(schoolId: string): Promise<string | undefined> {
  for (let waited = 0; waited < longestWaitMs; waited += lookMs) {
    const found = select({ until: schools.demoUntil, at: schools.createdAt })
      .from(schools)
      .where(eq(schools.id, schoolId))
      .get()
    if (!found?.until || found.until <= now()) return undefined
    if (found.until - found.at > madeWithinMs) return schoolId
    await pause(lookMs)
  }
  return undefined
}

/** Makes a copy of the sample school, in steps between which other requests are answered. Answers its id, and whether it's another press's. */
export async function makeDemo(
  schoolId: string,
): Promise<Result<{ schoolId: string; isShared: boolean }, DemoRefusal>> {
  const sample = findSampleSchool()
  if (!sample) return { ok: false, reason: "off" }
  const living = select({ n: count() }).from(schools).where(gt(schools.demoUntil, now())).get()
  if ((living?.n ?? 0) >= mostAtOnce) return { ok: false, reason: "full" }
  // Another press was quicker, or the demo is over and being thrown away.
  const isTaken = transact(() => {
    if (select({ id: schools.id }).from(schools).where(eq(schools.id, schoolId)).get()) return true
    openCopy(sample, schoolId)
    return false
  })
  if (!isTaken) return { ok: true, schoolId: await fillCopy(sample, schoolId), isShared: false }
  const shared = await findDemo(schoolId)
  return { ok: true, schoolId: shared ?? (await copyWhole(sample)), isShared: shared !== undefined }
}

/** Makes a copy of a school and answers its id. One that fails leaves nothing behind. */
export function copyWhole(sample: string): Promise<string> {
  const schoolId = newId()
  transact(() => openCopy(sample, schoolId))
  return fillCopy(sample, schoolId)
}

async function fillCopy(sample: string, schoolId: string): Promise<string> {
  try {
    await inTurns(copySchool(sample, schoolId, findLater(sample)))
  } catch (error) {
    await dropDemo(schoolId)
    throw error
  }
  platformChange(schools, schoolId, { demoUntil: now() + demoHours * 3_600_000 })
  return schoolId
}

/** Throws a demo away that no one has entered. */
export async function dropDemo(schoolId: string) {
  transact(() => beginErasing(schoolId))
  while (eraseNext(schoolId)) await nextTurn()
}

/** The copy's own row, its plan, and its people under logins of their own. */
function openCopy(sample: string, schoolId: string) {
  const at = now()
  const until = at + demoHours * 3_600_000
  const school = select().from(schools).where(eq(schools.id, sample)).get()
  const plan = select().from(subscriptions).where(ofSchool(sample, subscriptions)).get()
  if (!school) return
  platformAdd(schools, {
    ...school,
    id: schoolId,
    payeeEmail: null,
    deletionDueAt: null,
    demoUntil: at + madeWithinMs,
    createdAt: at,
  })
  platformAdd(subscriptions, {
    schoolId,
    plan: plan?.plan ?? "standard",
    interval: plan?.interval ?? "yearly",
    status: "active",
    paidUntil: until,
    activatedAt: at,
    updatedAt: at,
    createdAt: at,
  })
  const people = select({ member: members, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(ofSchool(sample, members))
    .all()
  for (const { member, name } of people) {
    const userId = newId()
    platformAdd(users, { id: userId, name, username: madeUsername(userId), createdAt: at })
    platformAdd(members, { ...member, schoolId, userId })
  }
}

/** Whom a visitor is in a demo; undefined when the sample school has no one in that role. */
export function findDemoPerson(
  schoolId: string,
  role: DemoRole,
): (MembershipKey & { userId: string }) | undefined {
  const facts = { schoolId: members.schoolId, memberId: members.id, userId: members.userId }
  const active = and(ofSchool(schoolId, members), isNull(members.deactivatedAt))
  if (role === "family")
    return select(facts)
      .from(members)
      .innerJoin(guardians, joined(members, guardians.memberId))
      .where(active)
      .orderBy(asc(members.createdAt), asc(members.id))
      .get()
  return select(facts)
    .from(members)
    .where(and(active, eq(members.role, role)))
    .orderBy(asc(members.createdAt), asc(members.id))
    .get()
}

/** Throws away the next rows of a demo whose time is over; answers whether there may be more. */
export function eraseOneDemo(): boolean {
  const over = select({ id: schools.id })
    .from(schools)
    .where(and(isNotNull(schools.demoUntil), lte(schools.demoUntil, now())))
    .limit(1)
    .get()
  if (!over) return false
  transact(() => beginErasing(over.id))
  eraseNext(over.id)
  return true
}

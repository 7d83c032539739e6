import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptionAttempts, subscriptionCases, subscriptions } from "db/schema/accounts-subscriptions"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { and, count, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import { standingNow } from "~/models/accounts/subscription/stored-state.server"
import { type StandingKind, standings } from "~/models/accounts/subscription/subscription"
import type { SuperActor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"

// What platform staff see of all schools together: counts, names and states, never a pupil's data.

export type PlatformFigures = {
  /** Schools by the state of their subscription. */
  schools: Record<StandingKind, number>
  /** Tries of the last three days that the provider has not decided. */
  attemptsWaiting: number
  /** Cases of subscriptions: each wants a person. */
  casesOpen: number
  mailWaiting: number
  /** Mail given up, by too many tries or a final refusal. */
  mailDead: number
  /** Jobs that are not done. */
  jobsWaiting: number
  jobsDead: number
}

const threeDaysMs = 3 * 24 * 3_600_000

const rowsOf = (query: { get(): { n: number } | undefined }): number => query.get()?.n ?? 0

export function countPlatform(staff: SuperActor): PlatformFigures {
  const attempts = (states: (typeof subscriptionAttempts.state.enumValues)[number][], since: number) =>
    rowsOf(
      db()
        .select({ n: count() })
        .from(subscriptionAttempts)
        .where(and(inArray(subscriptionAttempts.state, states), gt(subscriptionAttempts.updatedAt, since))),
    )
  const mail = (states: (typeof emails.state.enumValues)[number][]) =>
    rowsOf(db().select({ n: count() }).from(emails).where(inArray(emails.state, states)))
  return {
    schools: countSchools(),
    attemptsWaiting: attempts(["created", "approving"], now() - threeDaysMs),
    casesOpen: countOpenCases(staff),
    mailWaiting: mail(["queued"]),
    mailDead: mail(["failed", "dead"]),
    jobsWaiting: rowsOf(db().select({ n: count() }).from(jobs).where(eq(jobs.state, "queued"))),
    jobsDead: rowsOf(db().select({ n: count() }).from(jobs).where(eq(jobs.state, "dead"))),
  }
}

/** Cases of subscriptions that wait for a person. */
export const countOpenCases = (_staff: SuperActor): number =>
  rowsOf(db().select({ n: count() }).from(subscriptionCases).where(isNull(subscriptionCases.closedAt)))

function countSchools(): Record<StandingKind, number> {
  const counted = Object.fromEntries(standings.map((kind) => [kind, 0])) as Record<StandingKind, number>
  const state = standingNow()
  const rows = db()
    .select({ state, n: count() })
    .from(schools)
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .groupBy(sql`1`)
    .all()
  for (const row of rows) counted[row.state] = row.n
  return counted
}

export type NewSchool = {
  id: string
  name: string
  kind: "school" | "solo"
  status: StandingKind
  /** UTC ms. */
  createdAt: number
}

/** The ten newest schools. */
export function listNewestSchools(_staff: SuperActor): NewSchool[] {
  return db()
    .select({
      id: schools.id,
      name: schools.name,
      kind: schools.kind,
      createdAt: schools.createdAt,
      status: standingNow(),
    })
    .from(schools)
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .orderBy(desc(schools.createdAt), desc(schools.id))
    .limit(10)
    .all()
}

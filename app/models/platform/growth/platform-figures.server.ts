import { schools } from "db/schema/accounts-schools"
import { subscriptionCases, subscriptions } from "db/schema/accounts-subscriptions"
import { count, desc, eq, isNull, sql } from "drizzle-orm"
import { standingNow } from "~/models/accounts/subscription/stored-state.server"
import { type StandingKind, standings } from "~/models/accounts/subscription/subscription"
import type { SuperActor } from "~/models/foundation/access/actor"
import { type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { countPendingPayments } from "../platform-payment/pending-payments.server"
import { countQueues } from "../queue/queue-counts.server"

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

export function countPlatform(staff: SuperActor): PlatformFigures {
  return {
    schools: countSchools(),
    attemptsWaiting: countPendingPayments(staff),
    casesOpen: countOpenCases(staff),
    ...countQueues(),
  }
}

/** Cases of subscriptions that wait for a person. */
export const countOpenCases = (_staff: SuperActor): number => openCasesQuery.get()?.n ?? 0

const openCasesQuery = platformQuery(() =>
  select({ n: count() }).from(subscriptionCases).where(isNull(subscriptionCases.closedAt)),
)

function countSchools(): Record<StandingKind, number> {
  const counted = Object.fromEntries(standings.map((kind) => [kind, 0])) as Record<StandingKind, number>
  for (const { state, n } of schoolsQuery.all({ now: now() })) counted[state] = n
  return counted
}

const schoolsQuery = platformQuery((p: Params<{ now: number }>) =>
  select({ state: standingNow(p.now), n: count() })
    .from(schools)
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(isNull(schools.demoUntil))
    .groupBy(sql`1`),
)

export type NewSchool = {
  id: string
  name: string
  kind: "school" | "solo"
  status: StandingKind
  /** UTC ms. */
  createdAt: number
}

/** The ten newest schools. */
export const listNewestSchools = (_staff: SuperActor): NewSchool[] => newestQuery.all({ now: now() })

const newestQuery = platformQuery((p: Params<{ now: number }>) =>
  select({
    ...columns(schools, "id", "name", "kind", "createdAt"),
    status: standingNow(p.now),
  })
    .from(schools)
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(isNull(schools.demoUntil))
    .orderBy(desc(schools.createdAt), desc(schools.id))
    .limit(10),
)

import { schools } from "db/schema/accounts-schools"
import { cancellations, renewalFailures } from "db/schema/accounts-subscription-money"
import { and, asc, count, desc, eq, gte, isNull, ne, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// Schools that may leave: a payment failed, or they canceled. Amounts in minor units of USD, instants in UTC ms.

const mostRows = 100
const monthMs = 30 * 86_400_000

/** What is at risk now, and what came of failed payments in the last 30 days. */
export function sumAtRisk(_staff: SuperActor) {
  const sums = select({
    state: renewalFailures.state,
    n: count(),
    amountMinor: sql<number>`sum(${renewalFailures.amountMinor})`,
  })
    .from(renewalFailures)
    .where(sql`${renewalFailures.state} = 'open' or ${renewalFailures.settledAt} >= ${now() - monthMs}`)
    .groupBy(renewalFailures.state)
    .all()
  const of = (state: (typeof sums)[number]["state"]) => {
    const found = sums.find((row) => row.state === state)
    return { n: found?.n ?? 0, amountMinor: found?.amountMinor ?? 0 }
  }
  return { atRisk: of("open"), recovered: of("recovered"), lost: of("ended") }
}

/** Schools with a payment that failed, the one that closes soonest first. */
export const listAtRisk = (_staff: SuperActor) =>
  failures()
    .where(eq(renewalFailures.state, "open"))
    .orderBy(asc(renewalFailures.graceUntil), asc(renewalFailures.schoolId))
    .limit(mostRows)
    .all()

/** What came of failed payments lately, newest first. */
export const listSettled = (_staff: SuperActor) =>
  failures()
    .where(and(ne(renewalFailures.state, "open"), gte(renewalFailures.settledAt, now() - 3 * monthMs)))
    .orderBy(desc(renewalFailures.settledAt), asc(renewalFailures.schoolId))
    .limit(mostRows)
    .all()

const failures = () =>
  select({
    id: renewalFailures.id,
    schoolId: renewalFailures.schoolId,
    schoolName: schools.name,
    ...columns(renewalFailures, "amountMinor", "currency", "failedAt", "tries", "nextTryAt"),
    ...columns(renewalFailures, "remindedAt", "graceUntil", "state", "settledAt"),
  })
    .from(renewalFailures)
    .innerJoin(schools, eq(schools.id, renewalFailures.schoolId))

/** Schools that canceled in the last 90 days, newest first, with why. */
export const listCancellations = (_staff: SuperActor) =>
  select({
    id: cancellations.id,
    schoolId: cancellations.schoolId,
    schoolName: schools.name,
    ...columns(cancellations, "reason", "text", "createdAt", "endsAt", "withdrawnAt"),
  })
    .from(cancellations)
    .innerJoin(schools, eq(schools.id, cancellations.schoolId))
    .where(gte(cancellations.createdAt, now() - 3 * monthMs))
    .orderBy(desc(cancellations.createdAt), asc(cancellations.schoolId))
    .limit(mostRows)
    .all()

/** Why schools canceled in the last 90 days, the most frequent first; those that stayed after all don't count. */
export const countReasons = (_staff: SuperActor) =>
  select({ reason: cancellations.reason, n: count() })
    .from(cancellations)
    .where(and(gte(cancellations.createdAt, now() - 3 * monthMs), isNull(cancellations.withdrawnAt)))
    .groupBy(cancellations.reason)
    .orderBy(desc(count()))
    .all()

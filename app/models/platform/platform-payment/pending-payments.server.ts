import { schools } from "db/schema/accounts-schools"
import { subscriptionAttempts } from "db/schema/accounts-subscriptions"
import { and, count, desc, eq, gt, inArray, type Placeholder } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// Schools that began to pay within three days and that the provider hasn't confirmed: the number of the overview, and the
// rows behind it.

const threeDaysMs = 3 * 24 * 3_600_000
export const pendingPerPage = 25

const isPending = (since: number | Placeholder) =>
  and(
    inArray(subscriptionAttempts.state, ["created", "approving"]),
    gt(subscriptionAttempts.updatedAt, since),
  )

export const countPendingPayments = (_staff: SuperActor): number =>
  countQuery.get({ since: now() - threeDaysMs })?.n ?? 0

const countQuery = platformQuery((p: Params<{ since: number }>) =>
  select({ n: count() }).from(subscriptionAttempts).where(isPending(p.since)),
)

/** A page of them, newest first. */
export function listPendingPayments(staff: SuperActor, page: number) {
  const rows = select({
    id: subscriptionAttempts.id,
    schoolId: schools.id,
    schoolName: schools.name,
    ...columns(subscriptionAttempts, "plan", "interval", "amountMinor", "currency", "state"),
    isUpgrade: subscriptionAttempts.replacesSubscriptionId,
    providerSubscriptionId: subscriptionAttempts.providerSubscriptionId,
    updatedAt: subscriptionAttempts.updatedAt,
  })
    .from(subscriptionAttempts)
    .innerJoin(schools, eq(schools.id, subscriptionAttempts.schoolId))
    .where(isPending(now() - threeDaysMs))
    .orderBy(desc(subscriptionAttempts.updatedAt), desc(subscriptionAttempts.id))
    .limit(pendingPerPage)
    .offset((page - 1) * pendingPerPage)
    .all()
  return { rows, total: countPendingPayments(staff) }
}

import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, count, desc, eq, inArray, sql, sum } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { rowsPerPage, type StaffQuery } from "./staff-query"
import { anyHolds } from "./staff-search.server"

/** The payer complained about it at the provider, and the complaint is not settled. */
const hasEvent = (kind: string) => sql`exists (select 1 from provider_events e
  where e.resource_id = ${platformPayments.id} and e.kind = ${kind})`
const isDisputed = sql`${hasEvent("CUSTOMER.DISPUTE.CREATED")} and not ${hasEvent("CUSTOMER.DISPUTE.RESOLVED")}`

/** Money that arrived, whether or not some of it was refunded later. */
export const isReceived = () =>
  inArray(platformPayments.status, ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"])

/**
 * What schools paid us, newest first, a page of it, with what was received and refunded in all that fits (minor units by currency).
 * The search looks at the school's name and the provider's ids.
 */
export function listPlatformPayments(
  _staff: SuperActor,
  { search, page }: Pick<StaffQuery<string>, "search" | "page">,
) {
  const fits = search
    ? anyHolds(search, schools.name, platformPayments.id, platformPayments.providerSubscriptionId)
    : undefined
  const rows = db()
    .select({
      id: platformPayments.id,
      schoolId: schools.id,
      schoolName: schools.name,
      providerSubscriptionId: platformPayments.providerSubscriptionId,
      amountMinor: platformPayments.amountMinor,
      refundedMinor: platformPayments.refundedMinor,
      currency: platformPayments.currency,
      status: platformPayments.status,
      paidAt: platformPayments.paidAt,
      isDisputed: isDisputed.mapWith(Boolean),
    })
    .from(platformPayments)
    .leftJoin(schools, eq(schools.id, platformPayments.schoolId))
    .where(fits)
    .orderBy(desc(platformPayments.paidAt), desc(platformPayments.id))
    .limit(rowsPerPage)
    .offset((page - 1) * rowsPerPage)
    .all()
  const total =
    db()
      .select({ n: count() })
      .from(platformPayments)
      .leftJoin(schools, eq(schools.id, platformPayments.schoolId))
      .where(fits)
      .get()?.n ?? 0
  const sums = db()
    .select({
      currency: platformPayments.currency,
      grossMinor: sum(platformPayments.amountMinor).mapWith(Number),
      refundedMinor: sum(platformPayments.refundedMinor).mapWith(Number),
    })
    .from(platformPayments)
    .leftJoin(schools, eq(schools.id, platformPayments.schoolId))
    .where(and(fits, isReceived()))
    .groupBy(platformPayments.currency)
    .all()
  return { rows, total, sums }
}

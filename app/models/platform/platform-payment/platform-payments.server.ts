import { schools } from "db/schema/accounts-schools"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, count, desc, eq, inArray, sql, sum } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { MOST_ROWS } from "~/utils/csv.server"
import { PER_PAGE } from "~/utils/page-number"
import { anyHolds } from "../staff/staff-search.server"

/** The payer complained about it at the provider, and a complaint, of several, isn't settled. */
const isDisputed = sql`exists (select 1 from provider_events e
  where e.resource_id = ${platformPayments.id} and e.kind glob 'CUSTOMER.DISPUTE.*' and not exists (
    select 1 from provider_events s where s.resource_id = e.resource_id and s.kind glob 'CUSTOMER.DISPUTE.*'
      and json_extract(s.raw, '$.resource.dispute_id') is json_extract(e.raw, '$.resource.dispute_id')
      and (s.kind = 'CUSTOMER.DISPUTE.RESOLVED' or json_extract(s.raw, '$.resource.status') = 'RESOLVED')))`

/** What the provider holds of its refunds, minor units. */
const heldMinor = sql<number>`coalesce((select sum(r.amount_minor) from platform_refunds r
  where r.payment_id = ${platformPayments.id} and r.state = 'held'), 0)`

/** Money that arrived, whether or not some of it was refunded later. */
export const isReceived = () =>
  inArray(platformPayments.status, ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"])

/**
 * What schools paid us, newest first, a page of it (with null those of a file), with what was received and refunded, and what of
 * refunds the provider holds, in all that fits (minor units by currency). The search looks at the school's name and the provider's ids.
 */
export function listPlatformPayments(
  _staff: SuperActor,
  { search, page }: { search: string; page: number | null },
) {
  const fits = search
    ? anyHolds(search, schools.name, platformPayments.id, platformPayments.providerSubscriptionId)
    : undefined
  const rows = select({
    id: platformPayments.id,
    schoolId: schools.id,
    schoolName: schools.name,
    ...columns(platformPayments, "providerSubscriptionId", "amountMinor", "refundedMinor"),
    heldMinor,
    ...columns(platformPayments, "currency", "status", "paidAt"),
    isDisputed: isDisputed.mapWith(Boolean),
  })
    .from(platformPayments)
    .leftJoin(schools, eq(schools.id, platformPayments.schoolId))
    .where(fits)
    .orderBy(desc(platformPayments.paidAt), desc(platformPayments.id))
    .limit(page === null ? MOST_ROWS : PER_PAGE)
    .offset(page === null ? 0 : (page - 1) * PER_PAGE)
    .all()
  const total =
    select({ n: count() })
      .from(platformPayments)
      .leftJoin(schools, eq(schools.id, platformPayments.schoolId))
      .where(fits)
      .get()?.n ?? 0
  const sums = select({
    currency: platformPayments.currency,
    grossMinor: sum(platformPayments.amountMinor).mapWith(Number),
    refundedMinor: sum(platformPayments.refundedMinor).mapWith(Number),
  })
    .from(platformPayments)
    .leftJoin(schools, eq(schools.id, platformPayments.schoolId))
    .where(and(fits, isReceived()))
    .groupBy(platformPayments.currency)
    .all()
  const held = select({
    currency: platformPayments.currency,
    heldMinor: sum(platformRefunds.amountMinor).mapWith(Number),
  })
    .from(platformRefunds)
    .innerJoin(platformPayments, eq(platformPayments.id, platformRefunds.paymentId))
    .leftJoin(schools, eq(schools.id, platformPayments.schoolId))
    .where(and(fits, eq(platformRefunds.state, "held")))
    .groupBy(platformPayments.currency)
    .all()
  const heldOf = (currency: string) => held.find((each) => each.currency === currency)?.heldMinor ?? 0
  return { rows, total, sums: sums.map((each) => ({ ...each, heldMinor: heldOf(each.currency) })) }
}

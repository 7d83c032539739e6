import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, desc, eq, inArray, sql } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

const mostPayments = 50

/** A school's latest payments to us, newest first, failed ones too. Amounts in minor units, instants in UTC ms. */
export const listSchoolPayments = (_staff: SuperActor, school: Actor) =>
  select()
    .from(platformPayments)
    .where(own(school, platformPayments))
    .orderBy(desc(platformPayments.paidAt), desc(platformPayments.id))
    .limit(mostPayments)
    .all()

/** What went back to it, is on its way, or failed, newest first. */
export const listSchoolRefunds = (_staff: SuperActor, school: Actor) =>
  select()
    .from(platformRefunds)
    .where(and(own(school, platformRefunds), inArray(platformRefunds.state, ["held", "done", "failed"])))
    .orderBy(desc(sql`coalesce(${platformRefunds.refundedAt}, ${platformRefunds.createdAt})`))
    .limit(mostPayments)
    .all()

/** What the provider holds of its refunds, minor units by payment. */
export function listHeldByPayment(_staff: SuperActor, school: Actor): Map<string, number> {
  const rows = select({
    id: platformRefunds.paymentId,
    heldMinor: sql<number>`sum(${platformRefunds.amountMinor})`,
  })
    .from(platformRefunds)
    .where(and(own(school, platformRefunds), eq(platformRefunds.state, "held")))
    .groupBy(platformRefunds.paymentId)
    .all()
  return new Map(rows.map(({ id, heldMinor }) => [id, heldMinor]))
}

/** All that a school paid us and got back, minor units of USD. */
export function sumSchoolPayments(_staff: SuperActor, school: Actor) {
  const row = select({
    grossMinor: sql<number>`coalesce(sum(${platformPayments.amountMinor}), 0)`,
    refundedMinor: sql<number>`coalesce(sum(${platformPayments.refundedMinor}), 0)`,
  })
    .from(platformPayments)
    .where(
      and(
        own(school, platformPayments),
        sql`${platformPayments.status} in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')`,
      ),
    )
    .get()
  return { grossMinor: row?.grossMinor ?? 0, refundedMinor: row?.refundedMinor ?? 0 }
}

import { invoices } from "db/schema/money"
import { autoCharges } from "db/schema/money-auto-pay"
import { paymentOrderParts, paymentOrders } from "db/schema/money-payments"
import { and, desc, eq, gt, isNull, ne, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { localDate } from "~/utils/zones"
import { payerOf } from "../payer/payer-key.server"
import type { DeclinedOrder } from "./invoice"

// Payments of invoices whose money may have been taken already, though no payment is recorded yet.

/**
 * Whether an order's money may have been taken: the provider holds it, or hasn't answered an automatic charge. An order
 * that a payer has yet to approve isn't one. In SQL, by the table's name in the query. Its first half is the condition of
 * the index `payment_orders_under_way`, which is used only while both read the same.
 */
export const isUnderWay = (order: SQL = sql`payment_orders`): SQL =>
  sql`((${order}.state = 'pending' or (${order}.state = 'created' and ${order}.auto_charge_id is not null))
    and (${order}.state = 'pending' or exists (select 1 from ${autoCharges} c
    where c.school_id = ${order}.school_id and c.id = ${order}.auto_charge_id and c.state = 'charging')))`

/** No payment of the invoice in the query is under way: of itself, or as a part of one. */
export const isFreeOfOrders = (): SQL =>
  sql`(not exists (select 1 from ${paymentOrders} o where o.school_id = invoices.school_id
      and o.invoice_id = invoices.id and ${isUnderWay(sql`o`)})
    and not exists (select 1 from ${paymentOrderParts} t cross join ${paymentOrders} o
      where t.school_id = invoices.school_id and t.invoice_id = invoices.id
      and o.school_id = t.school_id and o.id = t.order_id and ${isUnderWay(sql`o`)}))`

/** What of an invoice is being paid, whoever pays it, but for one order; minor units. */
export const listUnderWay = (
  actor: Actor,
  invoiceId: string,
  exceptOrderId = "",
): { payerId: string | null; amountMinor: number }[] =>
  knownQuery
    .all(actor, { invoiceId, exceptOrderId })
    .map(({ payerId, orderMinor, partMinor }) => ({ payerId, amountMinor: partMinor ?? orderMinor }))

const knownQuery = query((p: Params<{ invoiceId: string; exceptOrderId: string }>, _own, school) =>
  underWayQuery(school, p.invoiceId, p.exceptOrderId),
)

/** Exported for the test that reads its plan. */
export const underWayQuery = (
  owner: Owner,
  invoiceId: string | Placeholder,
  exceptOrderId: string | Placeholder = "",
) =>
  select({
    payerId: payerOf(paymentOrders),
    orderMinor: paymentOrders.amountMinor,
    partMinor: paymentOrderParts.amountMinor,
  })
    .from(paymentOrders)
    .leftJoin(paymentOrderParts, joined(paymentOrderParts.orderId, paymentOrders.id))
    .where(
      and(
        own(owner, paymentOrders),
        isUnderWay(),
        ne(paymentOrders.id, exceptOrderId),
        eq(sql`coalesce(${paymentOrderParts.invoiceId}, ${paymentOrders.invoiceId})`, invoiceId),
      ),
    )

export const sumUnderWay = (orders: readonly { amountMinor: number }[]): number =>
  orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** What a family's payments under way pay beside its invoices, but for one order; minor units. */
export const listBesideUnderWay = (actor: Actor, familyId: string, exceptOrderId = "") =>
  besideUnderWayQuery(actor, familyId, exceptOrderId).all()

export const besideUnderWayQuery = (actor: Actor, familyId: string, exceptOrderId = "") =>
  select({ payerId: payerOf(paymentOrders), besideMinor: paymentOrders.besideMinor })
    .from(paymentOrders)
    .leftJoin(invoices, joined(invoices, paymentOrders.invoiceId))
    .where(
      and(
        own(actor, paymentOrders),
        isUnderWay(),
        gt(paymentOrders.besideMinor, 0),
        ne(paymentOrders.id, exceptOrderId),
        eq(sql`coalesce(${paymentOrders.familyId}, ${invoices.familyId})`, familyId),
      ),
    )

/** The payer's last try of an invoice, where it was declined; charges to a saved account aside. */
export function findDeclined(
  actor: Actor,
  invoiceId: string,
  by: { memberId: string | null } | { linkId: string },
): DeclinedOrder | null {
  const last = select(
    columns(paymentOrders, "state", "amountMinor", "provider", "declineReason", "updatedAt"),
  )
    .from(paymentOrders)
    .where(
      and(
        own(actor, paymentOrders),
        sql`${paymentOrders.id} in (
          select o.id from payment_orders o where o.school_id = ${actor.school.id} and o.invoice_id = ${invoiceId}
          union select t.order_id from payment_order_parts t
            where t.school_id = ${actor.school.id} and t.invoice_id = ${invoiceId})`,
        "linkId" in by ? eq(paymentOrders.linkId, by.linkId) : eq(paymentOrders.memberId, by.memberId ?? ""),
        isNull(paymentOrders.autoChargeId),
      ),
    )
    .orderBy(desc(paymentOrders.createdAt), desc(paymentOrders.id))
    .limit(1)
    .get()
  if (last?.state !== "declined") return null
  const { amountMinor, provider, declineReason, updatedAt } = last
  return { amountMinor, provider, declineReason, on: localDate(updatedAt, actor.school.timeZone) }
}

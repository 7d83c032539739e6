import { allocations, payments, refunds } from "db/schema/money-payments"
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import type { TakenBack } from "./payment"

/** What an invoice lost of its payments because they were refunded or charged back, in the order in which they came in. */
export const listTakenBack = (actor: Actor, invoiceId: string): TakenBack[] =>
  select({
    paymentId: payments.id,
    ...columns(payments, "payerName", "receivedOn"),
    amountMinor: sql<number>`${lost}`,
    kind: sql<TakenBack["kind"]>`(${lastOf(sql`r.kind`)})`,
    backOn: sql<string>`(${lastOf(sql`r.refunded_on`)})`,
  })
    .from(allocations)
    .innerJoin(payments, joined(payments, allocations.paymentId))
    .where(and(own(actor, allocations), eq(allocations.invoiceId, invoiceId)))
    .groupBy(payments.id)
    // A payment that was moved to another invoice lost nothing to anyone.
    .having(sql`${lost} > 0 and ${lost} <= (${goneOf})`)
    .orderBy(asc(payments.receivedOn), asc(payments.id))
    .all()

/** What it had before something came off for the first time, less what it has now: a chargeback that was won gave it back. */
const lost = sql`sum(iif(exists (select 1 from ${allocations} o where o.school_id = ${allocations.schoolId}
  and o.payment_id = ${allocations.paymentId} and o.invoice_id = ${allocations.invoiceId} and o.amount_minor < 0
  and o.id < ${allocations.id}), 0, max(${allocations.amountMinor}, 0))) - max(sum(${allocations.amountMinor}), 0)`
const goneOf = sql`select coalesce(sum(r.amount_minor), 0) from ${refunds} r
  where r.school_id = ${payments.schoolId} and r.payment_id = ${payments.id} and r.kind <> 'mistake'`
const lastOf = (column: SQL) => sql`select ${column} from ${refunds} r
  where r.school_id = ${payments.schoolId} and r.payment_id = ${payments.id} and ${inArray(sql`r.kind`, ["refund", "reversal"])}
  order by r.refunded_at desc, r.id desc limit 1`

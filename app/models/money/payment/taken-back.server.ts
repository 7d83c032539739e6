import { allocations, payments, refunds } from "db/schema/money-payments"
import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { laterOf } from "~/utils/dates"
import type { TakenBack } from "./payment"

/** What an invoice lost of its payments because they were refunded or charged back, in the order in which they came in. */
export const listTakenBack = (actor: Actor, invoiceId: string): TakenBack[] =>
  select({
    paymentId: payments.id,
    ...columns(payments, "payerName", "receivedOn"),
    lostMinor: sql<number>`${lost}`,
    refundedMinor: sql<number>`(${goneAs("refund")})`,
    reversedMinor: sql<number>`(${goneAs("reversal")})`,
    refundedOn: sql<string | null>`(${lastDayOf("refund")})`,
    reversedOn: sql<string | null>`(${lastDayOf("reversal")})`,
  })
    .from(allocations)
    .innerJoin(payments, joined(payments, allocations.paymentId))
    .where(and(own(actor, allocations), eq(allocations.invoiceId, invoiceId)))
    .groupBy(payments.id)
    // A payment that was moved to another invoice lost nothing to anyone.
    .having(sql`${lost} > 0 and ${lost} <= (${goneAs("refund")}) + (${goneAs("reversal")})`)
    .orderBy(asc(payments.receivedOn), asc(payments.id))
    .all()
    .flatMap(({ lostMinor, refundedMinor, reversedMinor, refundedOn, reversedOn, ...payment }) => {
      const ways = [
        { ...payment, kind: "refund" as const, amountMinor: refundedMinor, backOn: refundedOn ?? "" },
        { ...payment, kind: "reversal" as const, amountMinor: reversedMinor, backOn: reversedOn ?? "" },
      ].filter(({ amountMinor }) => amountMinor > 0)
      if (refundedMinor + reversedMinor === lostMinor) return ways
      // Other invoices lost some of it as well, and no row says in which way.
      const [first = { ...payment, kind: "refund" as const, backOn: payment.receivedOn }, second] = ways
      const both = second && { kind: "both" as const, backOn: laterOf(first.backOn, second.backOn) }
      return [{ ...first, ...both, amountMinor: lostMinor }]
    })

/** What it had before something came off for the first time, less what it has now: a chargeback that was won gave it back. */
const lost = sql`sum(iif(exists (select 1 from ${allocations} o where o.school_id = ${allocations.schoolId}
  and o.payment_id = ${allocations.paymentId} and o.invoice_id = ${allocations.invoiceId} and o.amount_minor < 0
  and o.id < ${allocations.id}), 0, max(${allocations.amountMinor}, 0))) - max(sum(${allocations.amountMinor}), 0)`

type Way = "refund" | "reversal"
const ofPayment = (way: Way): SQL =>
  sql`from ${refunds} r left join ${refunds} o on o.school_id = r.school_id and o.id = r.won_of
    where r.school_id = ${payments.schoolId} and r.payment_id = ${payments.id} and coalesce(o.kind, r.kind) = ${way}`
/** Less what came again: a refund that was returned, or a chargeback that was won. */
const goneAs = (way: Way) => sql`select coalesce(sum(r.amount_minor), 0) ${ofPayment(way)}`
const lastDayOf = (way: Way) => sql`select max(+r.refunded_on) ${ofPayment(way)} and r.kind = ${way}
  and not exists (select 1 from ${refunds} w where w.school_id = r.school_id and w.won_of = r.id)`

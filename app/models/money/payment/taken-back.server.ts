import { allocations, payments, refunds } from "db/schema/money-payments"
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm"
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
    refundedMinor: sql<number>`(${goneAs(["refund"])})`,
    reversedMinor: sql<number>`(${goneAs(["reversal", "won"])})`,
    refundedOn: sql<string | null>`(${lastDayOf("refund")})`,
    reversedOn: sql<string | null>`(${lastDayOf("reversal")})`,
  })
    .from(allocations)
    .innerJoin(payments, joined(payments, allocations.paymentId))
    .where(and(own(actor, allocations), eq(allocations.invoiceId, invoiceId)))
    .groupBy(payments.id)
    // A payment that was moved to another invoice lost nothing to anyone.
    .having(sql`${lost} > 0 and ${lost} <= (${goneAs(["refund", "reversal", "won"])})`)
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
const ofPayment = (kinds: readonly (typeof refunds.$inferSelect.kind)[]): SQL =>
  sql`from ${refunds} r where r.school_id = ${payments.schoolId} and r.payment_id = ${payments.id} and ${inArray(sql`r.kind`, [...kinds])}`
const goneAs = (kinds: Parameters<typeof ofPayment>[0]) =>
  sql`select coalesce(sum(r.amount_minor), 0) ${ofPayment(kinds)}`
const lastDayOf = (kind: "refund" | "reversal") => sql`select max(r.refunded_on) ${ofPayment([kind])}`

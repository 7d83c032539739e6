import { paymentOrders } from "db/schema/money-payments"
import { and, asc, eq, gt, isNotNull, lte, sql } from "drizzle-orm"
import { select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"

// Payments that were made, asked about again for some weeks: what is refunded at the provider is told by a message, and one that never
// comes would leave the refund out of the books.

const dayMs = 86_400_000
/** So long after a payment its refunds are looked for. */
export const askPaidMs = 60 * dayMs
/** So many are asked about in one run. */
const perRun = 5

/**
 * Payments of the last weeks whose refunds are to be asked about, of all schools, the longest unasked first: two days after the
 * payment, then each time it is half as old again.
 */
export const paidToAskAboutQuery = () => {
  const at = now()
  return select()
    .from(paymentOrders)
    .where(
      and(
        eq(paymentOrders.state, "completed"),
        // None is asked about before it was made, nor within two days: the index finds the range.
        gt(paymentOrders.updatedAt, at - askPaidMs),
        lte(paymentOrders.updatedAt, at - dayMs),
        lte(sql`${paymentOrders.updatedAt} + (${at} - ${paymentOrders.createdAt}) / 3`, at),
        gt(paymentOrders.createdAt, at - askPaidMs),
        lte(paymentOrders.createdAt, at - 2 * dayMs),
        isNotNull(paymentOrders.providerOrderId),
        isNotNull(paymentOrders.paymentId),
      ),
    )
    .orderBy(asc(paymentOrders.updatedAt))
    .limit(perRun)
}

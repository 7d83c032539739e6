import { allocations } from "db/schema/money-payments"
import { sql } from "drizzle-orm"

/** What an allocation is worth after refunds; for a query with `allocations`. */
export const netPart = sql<number>`${allocations.amountMinor} - (select coalesce(sum(rp.amount_minor), 0)
  from refund_parts rp join refunds r on r.school_id = rp.school_id and r.id = rp.refund_id
  where r.school_id = ${allocations.schoolId} and r.payment_id = ${allocations.paymentId}
    and rp.invoice_id = ${allocations.invoiceId})`

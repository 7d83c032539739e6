import { invoices } from "db/schema/money"
import { allocations, refundParts } from "db/schema/money-payments"
import { sql } from "drizzle-orm"

// The outer columns are spelled out: drizzle leaves their table away in a query of one table.
/** What has been paid on an invoice, refunds taken off, in minor units. */
export const paidAmount = sql<number>`((select coalesce(sum(a.amount_minor), 0) from ${allocations} a
  where a.school_id = invoices.school_id and a.invoice_id = invoices.id)
  - (select coalesce(sum(rp.amount_minor), 0) from ${refundParts} rp
  where rp.school_id = invoices.school_id and rp.invoice_id = invoices.id))`

/** What is still to come for an invoice; the one expression behind every open sum. */
export const openAmount = sql<number>`case when ${invoices.state} = 'issued'
  then max(0, ${invoices.totalMinor} - ${paidAmount}) else 0 end`

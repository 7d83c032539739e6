import { invoices } from "db/schema/money"
import { allocations } from "db/schema/money-payments"
import { sql } from "drizzle-orm"

// The outer columns are spelled out: drizzle leaves their table away in a query of one table.
/** What of an invoice is settled, in minor units: by payments (refunds taken off), credit notes and write-offs. */
export const paidAmount = sql<number>`(select coalesce(sum(a.amount_minor), 0) from ${allocations} a
  where a.school_id = invoices.school_id and a.invoice_id = invoices.id)`

/** What is still to come for an invoice; the one expression behind every open sum. */
export const openAmount = sql<number>`case when ${invoices.state} = 'issued'
  then max(0, ${invoices.totalMinor} - ${paidAmount}) else 0 end`

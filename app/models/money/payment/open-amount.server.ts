import { invoices } from "db/schema/money"
import { sql } from "drizzle-orm"

// The columns are spelled out with their table: drizzle leaves it away in a query of one table.

/** What of an invoice is settled, in minor units: by payments (refunds taken off), credit notes and write-offs. */
export const paidAmount = sql<number>`invoices.settled_minor`

/** What is still to come for an invoice; the one expression behind every open sum. */
export const openAmount = sql<number>`case when ${invoices.state} = 'issued'
  then max(0, ${invoices.totalMinor} - ${paidAmount}) else 0 end`

/**
 * Whether anything is still to come, in the words of the index of such invoices. The plus keeps SQLite from reading every
 * issued invoice instead.
 */
export const isOpen = sql`+invoices.state = 'issued' and invoices.settled_minor < invoices.total_minor`

/** The same where no other day is asked for: with one to begin at, the index is taken whatever SQLite knows of the tables. */
export const isOpenOnAnyDay = sql`${isOpen} and invoices.due_on >= ''`

import { reminderPauses } from "db/schema/money-reminders"
import { type SQL, sql } from "drizzle-orm"

/**
 * Neither the invoice in the query nor its family is paused on a day: then no reminder goes out by itself, and no late fee is
 * charged.
 */
export const isFreeOfPauses = (day: string): SQL =>
  sql`(not exists (select 1 from ${reminderPauses} p where p.school_id = invoices.school_id
      and p.family_id = invoices.family_id and p.ended_at is null
      and (p.last_day is null or p.last_day >= ${day}))
    and not exists (select 1 from ${reminderPauses} p where p.school_id = invoices.school_id
      and p.invoice_id = invoices.id and p.ended_at is null
      and (p.last_day is null or p.last_day >= ${day})))`

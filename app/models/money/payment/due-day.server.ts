import { invoices } from "db/schema/money"
import { installments } from "db/schema/money-plans"
import { and, isNull, type SQL, sql } from "drizzle-orm"
import { joined } from "~/models/foundation/access/own.server"
import { openAmount } from "./open-amount.server"

// When what of an invoice is due, in SQL: the same as `claimsOf` of the installments says; a test holds the two together.
// As in `openAmount`, the outer columns of subqueries are spelled out.

const standing = sql`n.school_id = invoices.school_id and n.invoice_id = invoices.id and n.ended_at is null`

/** The day that an invoice is due: of its earliest open installment, or the date on it. */
export const dueDay = sql<string>`coalesce((select min(n.due_on) from ${installments} n
  where ${standing} and n.later_minor < ${openAmount}), invoices.due_on)`

/** What of an invoice is overdue on a day, in minor units; never more than is open. */
export const overdueAmount = (day: string): SQL<number> => sql<number>`max(0, ${openAmount} - coalesce(
  (select min(n.later_minor) from ${installments} n where ${standing} and n.due_on < ${day}),
  case when invoices.due_on < ${day} and not exists (select 1 from ${installments} n where ${standing})
    then 0 else ${openAmount} end))`

/** Joins an invoice with its installments, where it has any; the two that follow read such rows. */
export const ofInvoice = and(joined(installments.invoiceId, invoices.id), isNull(installments.endedAt))

/** The day of an installment, or of an invoice without any. */
export const claimDay = sql<string>`coalesce(installments.due_on, invoices.due_on)`

/** What is open of an installment, or of an invoice without any. */
export const claimAmount = sql<number>`case when installments.id is null then ${openAmount}
  when installments.is_first then max(0, ${openAmount} - installments.later_minor)
  else min(installments.amount_minor, max(0, ${openAmount} - installments.later_minor)) end`

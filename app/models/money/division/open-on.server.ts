import { invoices } from "db/schema/money"
import { installments } from "db/schema/money-plans"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { claimAmount, claimDay, ofInvoice } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"

/** What is open of an invoice, or of one of its installments, with the day it is due (`on`). */
export type OpenClaim = { id: string; number: string | null; name: string; on: string; openMinor: number }

/** What is open at the end of a day, as it had been recorded by then; of today, what is open now. */
export const listOpenOn = (actor: Actor, day: string): OpenClaim[] =>
  day < todayOf(actor) ? listOpenThen(actor, day) : listOpenNow(actor)

const listOpenNow = (actor: Actor): OpenClaim[] =>
  select({
    id: invoices.id,
    number: invoices.number,
    name: invoices.billTo,
    on: claimDay,
    openMinor: claimAmount.as("open_minor"),
  })
    .from(invoices)
    .leftJoin(installments, ofInvoice)
    .where(and(own(actor, invoices), isOpen, sql`open_minor > 0`))
    .all()

/** The same of an earlier day: without what was settled, voided or agreed later. */
function listOpenThen(actor: Actor, day: string): OpenClaim[] {
  const end = instantOf(addDays(day, 1), "00:00", actor.school.timeZone)
  return askAll<OpenClaim>(sql`
    with open as materialized (
      select * from (
        select i.school_id, i.id, i.number, i.bill_to, i.due_on, i.total_minor - coalesce((
          select sum(a.amount_minor) from allocations a
          where a.school_id = i.school_id and a.invoice_id = i.id and a.created_at < ${end}), 0) as open_minor
        from invoices i
        where i.school_id = ${actor.school.id} and i.issued_on <= ${day} and i.issued_at < ${end}
          and (i.state = 'issued' or i.voided_at >= ${end}))
      where open_minor > 0
    )
    select * from (
      select o.id, o.number, o.bill_to as name, coalesce(n.due_on, o.due_on) as "on",
        case when n.id is null then o.open_minor
          when n.is_first then max(0, o.open_minor - n.later_minor)
          else min(n.amount_minor, max(0, o.open_minor - n.later_minor)) end as openMinor
      from open o
      left join installments n on n.school_id = o.school_id and n.invoice_id = o.id
        and n.created_at < ${end} and (n.ended_at is null or n.ended_at >= ${end}))
    where openMinor > 0
    order by "on", id`)
}

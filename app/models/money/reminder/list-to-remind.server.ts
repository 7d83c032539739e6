import { invoices } from "db/schema/money"
import { installments } from "db/schema/money-plans"
import { and, asc, gt, gte, isNull, lte, not, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { isFreeOfPauses } from "../invoice/free-of-pauses.server"
import { isOfHeldRun } from "../invoice/invoice-run.server"
import { isFreeOfOrders } from "../invoice/orders-under-way.server"
import { claimAmount } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"

// What the daily reminders look at, in portions.

/** How many invoices a portion looks at: a few milliseconds of work. */
export const portion = 40
/** Invoices due longer ago than this have had every step. */
export const longestDays = 800
const longestAheadDays = 60

/** Where a portion begins: behind this invoice, in order of due dates; first invoices without a plan, then installments. */
export type Behind = { dueOn: string; invoiceId: string; isInstallment?: boolean }

/** Unpaid installments, each by its own day. */
export const listInstallmentsToRemind = (actor: Actor, day: string, behind: Behind | undefined): Behind[] =>
  select({ invoiceId: invoices.id, dueOn: installments.dueOn })
    .from(installments)
    .innerJoin(invoices, joined(invoices, installments.invoiceId))
    .where(
      and(
        own(actor, installments),
        isNull(installments.endedAt),
        gte(installments.dueOn, behind?.dueOn ?? addDays(day, -longestDays)),
        lte(installments.dueOn, addDays(day, longestAheadDays)),
        behind ? or(gt(installments.dueOn, behind.dueOn), gt(invoices.id, behind.invoiceId)) : undefined,
        sql`${claimAmount} > 0`,
        isFreeToRemind(day),
      ),
    )
    .orderBy(asc(installments.dueOn), asc(installments.invoiceId))
    .limit(portion)
    .all()

/** No pause, no payment on its way, and the email with the invoice itself has left. */
const isFreeToRemind = (day: string): SQL | undefined =>
  and(not(isOfHeldRun()), isFreeOfPauses(day), isFreeOfOrders())

/** Unpaid invoices without a plan that are free to be reminded of, in order of due dates. */
export const listToRemind = (actor: Actor, day: string, behind: Behind | undefined): Behind[] =>
  toRemindQuery(actor, day, behind).all()

export const toRemindQuery = (actor: Actor, day: string, behind: Behind | undefined) =>
  select({ invoiceId: invoices.id, dueOn: invoices.dueOn })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        gte(invoices.dueOn, behind?.dueOn ?? addDays(day, -longestDays)),
        lte(invoices.dueOn, addDays(day, longestAheadDays)),
        behind ? or(gt(invoices.dueOn, behind.dueOn), gt(invoices.id, behind.invoiceId)) : undefined,
        isOpen,
        sql`not exists (select 1 from ${installments} n where n.school_id = invoices.school_id
          and n.invoice_id = invoices.id and n.ended_at is null)`,
        isFreeToRemind(day),
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.id))
    .limit(portion)

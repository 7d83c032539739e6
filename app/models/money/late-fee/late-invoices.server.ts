import { charges, invoices } from "db/schema/money"
import { autoCharges } from "db/schema/money-auto-pay"
import { installments } from "db/schema/money-plans"
import { and, eq, gte, isNull, lt, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { latestDays } from "../auto-pay/auto-pay"
import { autoPayRefusal } from "../auto-pay/auto-pay-rule.server"
import { isFreeOfPauses } from "../invoice/free-of-pauses.server"
import { isFreeOfOrders } from "../invoice/orders-under-way.server"
import { claimAmount, dueDay, overdueAmount } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"

// What late fees are worked out from: the same few statements for any number of invoices.

export type LateInvoice = { id: string; familyId: string; number: string | null; dueOn: string }

/** The next invoices with something that was due before a day, by id; of them or of an installment. */
export function listOverdue(actor: Actor, next: Next): string[] {
  const overdue = new Set([...listLate(actor, next), ...listLateByPlan(actor, next)])
  return [...overdue].sort().slice(0, next.most)
}

type Next = { before: string; behind: string; most: number }

/** The next ids of a list that is read by an index of its own: with the plus they are sorted, not looked up. */
const nextIds = (behind: string) => sql`+${invoices.id} > ${behind}`
const byId = sql`+${invoices.id}`

const listLate = (actor: Actor, { before, behind, most }: Next): string[] =>
  select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        isOpen,
        lt(invoices.dueOn, before),
        sql`${dueDay} < ${before}`,
        nextIds(behind),
      ),
    )
    .orderBy(byId)
    .limit(most)
    .all()
    .map(({ id }) => id)

/** An installment can be late before the date on its invoice. */
const listLateByPlan = (actor: Actor, { before, behind, most }: Next): string[] =>
  selectDistinct({ id: invoices.id })
    .from(installments)
    .innerJoin(invoices, joined(invoices, installments.invoiceId))
    .where(
      and(
        own(actor, installments),
        isNull(installments.endedAt),
        lt(installments.dueOn, before),
        sql`${claimAmount} > 0`,
        nextIds(behind),
      ),
    )
    .orderBy(byId)
    .limit(most)
    .all()
    .map(({ id }) => id)

/** Those of some invoices that are overdue and free to be charged for it. */
export const listChargeable = (actor: Actor, invoiceIds: readonly string[], day: string) =>
  select({
    id: invoices.id,
    familyId: invoices.familyId,
    number: invoices.number,
    state: invoices.state,
    dueOn: dueDay,
    lateMinor: overdueAmount(day),
    // Who was given time, or has paid what the provider still holds, isn't charged for it.
    isFree: sql<number>`${isFreeOfPauses(day)} and ${isFreeOfOrders()}`.mapWith(Boolean),
  })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        sql`invoices.id in (select value from json_each(${JSON.stringify(invoiceIds)}))`,
      ),
    )
    .all()
    .filter(({ state, lateMinor, isFree }) => state === "issued" && lateMinor > 0 && isFree)

export const claimKey = ({ id, dueOn }: Pick<LateInvoice, "id" | "dueOn">) => `${id} ${dueOn}`

/**
 * For which due dates a payer was told to do nothing: an automatic charge of what is due was announced, and hasn't failed.
 * One whose day has passed, or that the school can no longer make, isn't coming.
 */
export const listChargedSoon = (
  actor: Actor,
  late: readonly LateInvoice[],
  day: string,
): ReadonlySet<string> =>
  new Set(
    select({ id: autoCharges.invoiceId, dueOn: autoCharges.dueOn })
      .from(autoCharges)
      .where(
        and(
          own(actor, autoCharges),
          sql`(${autoCharges.invoiceId}, ${autoCharges.dueOn}) in (select value ->> 0, value ->> 1
            from json_each(${JSON.stringify(late.map(({ id, dueOn }) => [id, dueOn]))}))`,
          or(
            eq(autoCharges.state, "charging"),
            autoPayRefusal(actor) === undefined
              ? and(eq(autoCharges.state, "announced"), gte(autoCharges.nextTryOn, addDays(day, -latestDays)))
              : undefined,
          ),
          eq(autoCharges.failures, 0),
        ),
      )
      .all()
      .map(claimKey),
  )

export const listSteps = (actor: Actor, invoiceIds: readonly string[]) =>
  select({
    invoiceId: sql<string>`${charges.lateInvoiceId}`,
    lateStep: charges.lateStep,
    lateDueOn: charges.lateDueOn,
    amountMinor: charges.amountMinor,
    withdrawnAt: charges.withdrawnAt,
  })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        sql`${charges.lateInvoiceId} in (select value from json_each(${JSON.stringify(invoiceIds)}))`,
      ),
    )
    .all()

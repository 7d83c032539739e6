import { cacheUntilWrite } from "db/cache-until-write.server"
import { invoices } from "db/schema/money"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { sumUnbilledCharges } from "../charge/unbilled.server"
import { overdueAmount } from "../payment/due-day.server"
import { isOpen, openAmount } from "../payment/open-amount.server"
import type { PaymentMethod } from "../payment/payment"

// What came in from families less what was refunded, each on its own day: the one query behind every "received". What gift vouchers were
// sold for is in none of it: screens have it in lines of its own.

/** A refund that isn't an opening balance, or a redeemed voucher, that was taken back. */
const isOfMoney = sql`(refunds.kind <> 'mistake' or not exists (select 1 from payments p
  where p.school_id = refunds.school_id and p.id = refunds.payment_id and p.is_opening))`

const moved = (actor: Actor) => sql`
  select school_id, received_on as day, method, amount_minor as amountMinor from payments
  where school_id = ${actor.school.id} and is_opening = 0
  union all
  select school_id, refunded_on, method, -amount_minor from refunds
  where school_id = ${actor.school.id} and ${isOfMoney}`

export type CashDay = { on: string; byMethod: Partial<Record<PaymentMethod, number>>; totalMinor: number }

/** Each day of a period (dates, both included) on which money moved, by the way it was paid, newest first. Minor units. */
export function cashUp(actor: Actor, { from, to }: Period): CashDay[] {
  const rows = askAll<{ on: string; method: PaymentMethod; sumMinor: number }>(sql`
    select day as "on", method, sum(amountMinor) as sumMinor from (${moved(actor)})
    where school_id = ${actor.school.id} and day between ${from} and ${to}
    group by day, method order by day`)
  const days = new Map<string, CashDay>()
  for (const { on, method, sumMinor } of rows) {
    const day = days.get(on) ?? { on, byMethod: {}, totalMinor: 0 }
    day.byMethod[method] = sumMinor
    day.totalMinor += sumMinor
    days.set(on, day)
  }
  return [...days.values()].reverse()
}

type Period = { from: string; to: string }

/** One side of a period alone: asked of both sides at once, SQLite reads every row of each. */
const sumMoved = (actor: Actor, table: "payments" | "refunds", day: "received_on" | "refunded_on") => sql`
  (select coalesce(sum(amount_minor), 0) from ${sql.raw(table)} where school_id = ${actor.school.id}
    and ${sql.raw(day)} between period.value ->> 'from' and period.value ->> 'to'
    and ${table === "payments" ? sql`is_opening = 0` : isOfMoney})`

/** All of each of several periods together, minor units, in their order, in one query. */
export function sumReceivedIn(actor: Actor, periods: readonly Period[]): number[] {
  const rows = askAll<{ sum: number }>(sql`
    select ${sumMoved(actor, "payments", "received_on")} - ${sumMoved(actor, "refunds", "refunded_on")} as sum
    from json_each(${JSON.stringify(periods)}) period order by period.key`)
  return rows.map(({ sum }) => sum)
}

/**
 * What is to come and what came, in minor units. `due` is open of invoices that aren't overdue, `overdue` what is overdue,
 * both with their families; `later` the installments to come of invoices with an overdue one. Unbilled is what no invoice says yet. Received, less what went
 * back, compares this month up to today with last month up to the same day.
 */
export const moneySummary = (actor: Actor) =>
  keepSummary([actor.school.id, todayOf(actor)], () => summaryOf(actor))

/** It reads the whole history of a school: once between two writes. */
const keepSummary = cacheUntilWrite<ReturnType<typeof summaryOf>>(500)

function summaryOf(actor: Actor) {
  const day = todayOf(actor)
  const lastMonthDay = addMonths(day, -1)
  const [receivedThisMonthMinor = 0, receivedLastMonthByThisDayMinor = 0] = sumReceivedIn(
    actor,
    [day, lastMonthDay].map((to) => ({ from: monthBounds(monthOf(to)).first, to })),
  )
  return {
    ...keepOpen([actor.school.id, day], () => sumOpen(actor, day)),
    unbilled: sumUnbilledCharges(actor),
    receivedThisMonthMinor,
    receivedLastMonthByThisDayMinor,
  }
}

const keepOpen = cacheUntilWrite<Readonly<ReturnType<typeof sumOpen>>>(500)

function sumOpen(actor: Actor, day: string) {
  const open = select({
    familyId: invoices.familyId,
    openMinor: sql<number>`${openAmount}`.as("open_minor"),
    overdueMinor: sql<number>`${overdueAmount(day)}`.as("overdue_minor"),
  })
    .from(invoices)
    .where(and(own(actor, invoices), isOpen))
    .as("open")
  const rows = select({
    isLate: sql<number>`${open.overdueMinor} > 0`.as("is_late"),
    openMinor: sql<number>`sum(${open.openMinor})`,
    overdueMinor: sql<number>`sum(${open.overdueMinor})`,
    families: sql<number>`count(distinct ${open.familyId})`,
  })
    .from(open)
    .groupBy(sql`is_late`)
    .all()
  const found = (isLate: number) =>
    rows.find((each) => each.isLate === isLate) ?? { openMinor: 0, overdueMinor: 0, families: 0 }
  const [due, late] = [found(0), found(1)]
  return {
    due: { amountMinor: due.openMinor, families: due.families },
    overdue: { amountMinor: late.overdueMinor, families: late.families },
    later: { amountMinor: late.openMinor - late.overdueMinor },
  }
}

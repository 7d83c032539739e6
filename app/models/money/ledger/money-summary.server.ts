import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { keepUnchanged } from "db/unchanged.server"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { sumUnbilledCharges } from "../charge/unbilled.server"
import { openAmount } from "../payment/open-amount.server"
import { sumReceived } from "./received.server"

/**
 * What is to come and what came, in minor units. `due` is open and not yet overdue, `overdue` the rest; both count
 * families. Unbilled is what no invoice says yet. Received, less what went
 * back, compares this month up to today with last month up to the same day.
 */
export const moneySummary = (actor: Actor) =>
  keepSummary(`${actor.school.id} ${today(actor.school.timeZone, now())}`, () => summaryOf(actor))

/** It reads the whole history of a school: once between two writes. */
const keepSummary = keepUnchanged<ReturnType<typeof summaryOf>>(500)

function summaryOf(actor: Actor) {
  const day = today(actor.school.timeZone, now())
  const lastMonthDay = addMonths(day, -1)
  return {
    ...sumOpen(actor, day),
    unbilled: sumUnbilledCharges(actor),
    receivedThisMonthMinor: sumReceived(actor, { from: monthBounds(monthOf(day)).first, to: day }),
    receivedLastMonthByThisDayMinor: sumReceived(actor, {
      from: monthBounds(monthOf(lastMonthDay)).first,
      to: lastMonthDay,
    }),
  }
}

function sumOpen(actor: Actor, day: string) {
  const open = db()
    .select({
      familyId: invoices.familyId,
      isLate: sql<number>`${invoices.dueOn} < ${day}`.as("is_late"),
      openMinor: sql<number>`${openAmount}`.as("open_minor"),
    })
    .from(invoices)
    .where(and(own(actor, invoices), eq(invoices.state, "issued")))
    .as("open")
  const rows = db()
    .select({
      isLate: open.isLate,
      amountMinor: sql<number>`sum(${open.openMinor})`,
      families: sql<number>`count(distinct ${open.familyId})`,
    })
    .from(open)
    .where(sql`${open.openMinor} > 0`)
    .groupBy(sql`${open.isLate}`)
    .all()
  const found = (isLate: number) => {
    const row = rows.find((each) => each.isLate === isLate)
    return { amountMinor: row?.amountMinor ?? 0, families: row?.families ?? 0 }
  }
  return { due: found(0), overdue: found(1) }
}

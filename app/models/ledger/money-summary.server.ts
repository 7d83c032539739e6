import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { and, eq, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf, today } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { countUnbilled } from "../charge/unbilled.server"
import { openAmount } from "../invoice/list-invoices.server"
import { sumReceived } from "./received.server"

/**
 * What is to come and what came, in minor units. `due` is open and not yet overdue, `overdue` the rest; both count
 * families. Unbilled is what no invoice says yet. Received, less what went
 * back, compares this month up to today with last month up to the same day.
 */
export function moneySummary(actor: Actor) {
  const day = today(actor.school.timeZone, now())
  const lastMonthDay = addMonths(day, -1)
  return {
    due: sumOpen(actor, sql`${invoices.dueOn} >= ${day}`),
    overdue: sumOpen(actor, sql`${invoices.dueOn} < ${day}`),
    unbilled: countUnbilled(actor),
    receivedThisMonthMinor: sumReceived(actor, { from: monthBounds(monthOf(day)).first, to: day }),
    receivedLastMonthByThisDayMinor: sumReceived(actor, {
      from: monthBounds(monthOf(lastMonthDay)).first,
      to: lastMonthDay,
    }),
  }
}

function sumOpen(actor: Actor, when: ReturnType<typeof sql>) {
  const found = db()
    .select({
      amountMinor: sql<number>`coalesce(sum(${openAmount}), 0)`,
      families: sql<number>`count(distinct ${invoices.familyId})`,
    })
    .from(invoices)
    .where(
      and(eq(invoices.schoolId, actor.school.id), eq(invoices.state, "issued"), when, sql`${openAmount} > 0`),
    )
    .get()
  return { amountMinor: found?.amountMinor ?? 0, families: found?.families ?? 0 }
}

import { invoices } from "db/schema/money"
import { keepUnchanged } from "db/unchanged.server"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { sumUnbilledCharges } from "../charge/unbilled.server"
import { overdueAmount } from "../payment/due-day.server"
import { isOpen, openAmount } from "../payment/open-amount.server"
import { sumReceivedIn } from "./received.server"

/**
 * What is to come and what came, in minor units. `due` is open of invoices that aren't overdue, `overdue` what is overdue,
 * both with their families; `later` the installments to come of invoices with an overdue one. Unbilled is what no invoice says yet. Received, less what went
 * back, compares this month up to today with last month up to the same day.
 */
export const moneySummary = (actor: Actor) =>
  keepSummary([actor.school.id, todayOf(actor)], () => summaryOf(actor))

/** It reads the whole history of a school: once between two writes. */
const keepSummary = keepUnchanged<ReturnType<typeof summaryOf>>(500)

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

const keepOpen = keepUnchanged<Readonly<ReturnType<typeof sumOpen>>>(500)

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

import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { and, between, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { sumReceived } from "~/models/money/ledger/received.server"
import { openAmount } from "~/models/money/payment/open-amount.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import type { MonthSpan } from "../dashboard/trends.server"

export type MoneyMonth = {
  first: string
  last: string
  /** Minor units: totals of invoices issued in the month that still stand. */
  billedMinor: number
  /** Minor units received in the month, for whatever invoice, less what was refunded. */
  collectedMinor: number
}

/** What was billed and what came in, month by month. */
export function moneyByMonth(actor: Actor, months: readonly MonthSpan[]): MoneyMonth[] {
  return months.map((span) => {
    const billed = db()
      .select({ sum: sql<number>`coalesce(sum(${invoices.totalMinor}), 0)` })
      .from(invoices)
      .where(
        and(
          own(actor, invoices),
          eq(invoices.state, "issued"),
          between(invoices.issuedOn, span.first, span.last),
        ),
      )
      .get()
    const collectedMinor = sumReceived(actor, { from: span.first, to: span.last })
    return { ...span, billedMinor: billed?.sum ?? 0, collectedMinor }
  })
}

export type AgeBand = { label: string; invoices: number; openMinor: number }

const bands: { label: string; fewest: number; most: number }[] = [
  { label: "Not due yet", fewest: Number.NEGATIVE_INFINITY, most: 0 },
  { label: "1 to 30 days overdue", fewest: 1, most: 30 },
  { label: "31 to 60 days overdue", fewest: 31, most: 60 },
  { label: "61 to 90 days overdue", fewest: 61, most: 90 },
  { label: "More than 90 days overdue", fewest: 91, most: Number.POSITIVE_INFINITY },
]

/** What is open today, by how long it has been overdue. The bands add up to all that is open. */
export function ageing(actor: Actor): AgeBand[] {
  const day = today(actor.school.timeZone, now())
  return bands.map(({ label, fewest, most }) => {
    const found = db()
      .select({ invoices: sql<number>`count(*)`, openMinor: sql<number>`coalesce(sum(${openAmount}), 0)` })
      .from(invoices)
      .where(
        and(
          own(actor, invoices),
          eq(invoices.state, "issued"),
          Number.isFinite(fewest) ? sql`${invoices.dueOn} <= ${addDays(day, -fewest)}` : undefined,
          Number.isFinite(most) ? sql`${invoices.dueOn} >= ${addDays(day, -most)}` : undefined,
          sql`${openAmount} > 0`,
        ),
      )
      .get()
    return { label, invoices: found?.invoices ?? 0, openMinor: found?.openMinor ?? 0 }
  })
}

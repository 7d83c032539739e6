import { schools } from "db/schema/accounts-schools"
import { cancelledRegistrations, platformPayments, subscriptions } from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { deletedSchools } from "db/schema/platform"
import { and, eq, gte, isNull, lt, sql } from "drizzle-orm"
import { priceMinorOf } from "~/models/accounts/plan/plan-price.server"
import { clientStatusNow } from "~/models/accounts/subscription/stored-state.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { trendOf } from "~/models/foundation/metrics/trend"
import { now } from "~/utils/clock.server"
import { addMonths } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { localDate } from "~/utils/zones"
import { isReceived } from "../platform-payment/platform-payments.server"
import { type GrowthSchool, monthAt, registeredBy, schoolsBehind } from "./growth"

const usedWithinMs = 30 * 24 * 3_600_000

/** One line per school that ever registered, newest first; of those that are gone only when and of which kind. */
export function listGrowthSchools(_staff: SuperActor): GrowthSchool[] {
  const at = now()
  const standing = select({
    ...columns(schools, "id", "name", "kind"),
    registeredAt: schools.createdAt,
    activatedAt: subscriptions.activatedAt,
    state: clientStatusNow(),
    ...columns(subscriptions, "status", "paidUntil", "plan", "interval"),
    discountMinor: sql<number>`case when ${subscriptions.discountUntil} > ${at} then ${subscriptions.discountMinor} else 0 end`,
    isUsed: sql<number>`exists (select 1 from ${events} where ${events.schoolId} = ${schools.id}
        and ${events.createdAt} >= ${at - usedWithinMs} and ${events.verb} = 'take-register')`.mapWith(
      Boolean,
    ),
  })
    .from(schools)
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(isNull(schools.demoUntil))
    .all()
    .map(({ state, status, paidUntil, ...school }) => ({
      ...school,
      priceMinor: priceMinorOf(school),
      endedAt: state === "active" ? null : Math.min(paidUntil ?? school.registeredAt, at),
      isRenewing: status === "active",
    }))
  const deletedSchool = {
    name: null,
    plan: null,
    interval: null,
    priceMinor: 0,
    isRenewing: false,
    isUsed: false,
  }
  const cancelled = select()
    .from(cancelledRegistrations)
    .all()
    .map(({ id, kind, registeredAt, cancelledAt }) => ({
      ...deletedSchool,
      id,
      kind,
      registeredAt,
      activatedAt: null,
      endedAt: cancelledAt,
    }))
  const deleted = select()
    .from(deletedSchools)
    .all()
    .map(({ id, kind, registeredAt, activatedAt, deletedAt }) => ({
      ...deletedSchool,
      id,
      kind,
      registeredAt,
      activatedAt,
      endedAt: deletedAt,
    }))
  return [...standing, ...cancelled, ...deleted].sort((a, b) => b.registeredAt - a.registeredAt)
}

/** What was received from schools in each month since the given one, less what was refunded of it, minor units of USD by `YYYY-MM` in UTC. */
export function receivedByMonth(_staff: SuperActor, sinceMonth: string): Map<string, number> {
  const month = sql<string>`strftime('%Y-%m', ${platformPayments.paidAt} / 1000, 'unixepoch')`
  const rows = select({
    month,
    sumMinor: sql<number>`sum(${platformPayments.amountMinor} - ${platformPayments.refundedMinor})`,
  })
    .from(platformPayments)
    .where(
      and(
        isReceived(),
        eq(platformPayments.currency, "USD"),
        gte(platformPayments.paidAt, Date.parse(`${sinceMonth}-01T00:00:00Z`)),
      ),
    )
    .groupBy(month)
    .all()
  return new Map(rows.map((row) => [row.month, row.sumMinor]))
}

/** The same in a day's month up to that day (`YYYY-MM-DD`, UTC). */
function receivedBy(_staff: SuperActor, day: string): number {
  const found = select({
    sumMinor: sql<number>`coalesce(sum(${platformPayments.amountMinor} - ${platformPayments.refundedMinor}), 0)`,
  })
    .from(platformPayments)
    .where(
      and(
        isReceived(),
        eq(platformPayments.currency, "USD"),
        gte(platformPayments.paidAt, Date.parse(`${day.slice(0, 7)}-01T00:00:00Z`)),
        lt(platformPayments.paidAt, Date.parse(`${day}T00:00:00Z`) + 86_400_000),
      ),
    )
    .get()
  return found?.sumMinor ?? 0
}

// The platform's registrations and income, month by month; the month that is not over beside as much of the one before.

/** @param at UTC ms */
export function growthTrends(
  staff: SuperActor,
  all: readonly GrowthSchool[],
  months: readonly string[],
  at: number,
) {
  const current = monthAt(at)
  const sameDay = addMonths(localDate(at, "UTC"), -1)
  const received = receivedByMonth(staff, months[0] ?? current)
  return {
    registrations: trendOf({
      noun: "Registrations",
      months: months.map((month) => ({
        month,
        value: schoolsBehind(all, "registered", [month]).length,
      })),
      step: 5,
      current,
      valueBefore: registeredBy(all, sameDay),
    }),
    income: trendOf({
      noun: "Received",
      months: months.map((month) => ({ month, value: received.get(month) ?? 0 })),
      step: 10_000,
      show: (minor) => formatMoney(minor, "USD"),
      axis: (minor) => `$${Math.round(minor / 100)}`,
      current,
      valueBefore: receivedBy(staff, sameDay),
    }),
  }
}

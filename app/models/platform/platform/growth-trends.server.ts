import type { SuperActor } from "~/models/foundation/access/actor"
import { trendOf } from "~/models/foundation/metrics/trend"
import { addMonths } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { localDate } from "~/utils/zones"
import { type GrowthSchool, monthAt, registeredBy, schoolsBehind } from "./growth"
import { receivedBy, receivedByMonth } from "./growth.server"

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

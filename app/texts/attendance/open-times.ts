import type { NoOpenTimes, OpenTimeCost, OpenTimeRule } from "~/models/attendance/open-time/open-time"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

// What people read of open times that families book.

/** Why an open time wasn't booked. */
export const openTimeRefusals = {
  off: "Your school doesn’t offer open times anymore.",
  "a-child": "Ask a parent or guardian to book it.",
  "no-money": "Only the people who pay your family’s invoices can book more lessons.",
  "not-active": "Only students who take lessons now can book more of them. Ask the school.",
  limit: "The limit for this week or month is reached. Choose a later time.",
  "not-offered": "This time is no longer free. Choose another.",
  "price-changed": "The price has changed since you opened this page. Check it, then book again.",
}
export type OpenTimeRefusal = keyof typeof openTimeRefusals

export const cancelOpenTimeRefusals = {
  "a-child": "Ask a parent or guardian to cancel it.",
  "not-booked": "This booking was already canceled or changed. Reload the page.",
  "too-late": "It’s too late to cancel this booking. Report an absence instead.",
}
export type CancelOpenTimeRefusal = keyof typeof cancelOpenTimeRefusals

/** Said of a lesson that its family canceled, to who reads the schedule. */
export const canceledByFamily = "The family canceled its booking."

/** Why nothing is offered. */
export const noOpenTimesTexts: Record<Exclude<NoOpenTimes, "off">, string> = {
  "a-child": openTimeRefusals["a-child"],
  "no-money": openTimeRefusals["no-money"],
  "not-active": openTimeRefusals["not-active"],
  "no-class": "More lessons can be booked in private lessons that are charged by the lesson or by package.",
  limit: "You’ve booked as many lessons as the school allows for this time. Later times appear here.",
}

/** "$45.00" · "1 lesson of your package, 3 left; $45.00 if none is left by then" */
export function costText(cost: OpenTimeCost, currency: string): string {
  if (cost.by === "price") return formatMoney(cost.amountMinor, currency)
  const { lessonsLeft, otherwiseMinor } = cost
  const left = `1 lesson of your package, ${lessonsLeft} left`
  return otherwiseMinor ? `${left}; ${formatMoney(otherwiseMinor, currency)} if none is left by then` : left
}

export const bookedCostText = (cost: OpenTimeCost, currency: string): string =>
  `It costs ${costText(cost, currency)}.`

/** "Up to 28 days ahead, at least 24 hours before, 2 lessons a week per student." */
export const openTimeRuleText = ({ daysAhead, leadHours, most, per }: OpenTimeRule): string =>
  `Up to ${countOf(daysAhead, "day")} ahead, ${leadHours === 0 ? "until they begin" : `at least ${countOf(leadHours, "hour")} before`}, ${countOf(most, "lesson")} a ${per} per student.`

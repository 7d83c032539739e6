import type { Actor } from "~/models/foundation/access/actor"
import { answerText } from "~/models/foundation/custom-field/custom-field"
import { findField } from "~/models/foundation/custom-field/custom-field.server"
import type { ListAct } from "~/models/overview/bulk/list-acts"
import { statusLabels, statusSteps } from "~/models/people/student/student"
import { readPriceStep } from "~/models/teaching/price/price-step.server"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

/** " to $41.00 from Jan 4, 2027": what was previewed, behind the count on the button that carries it out. */
export function confirmedText(actor: Actor, act: ListAct, choice: Record<string, unknown>): string {
  const { price, fromDate, step, from, fieldId, value, lastDay } = choice as Record<
    string,
    string | undefined
  >
  const since = (day: string | undefined) =>
    day && day !== todayOf(actor) ? ` from ${formatDate(day, "medium")}` : ""
  if (act === "price" && price) return `${priceText(price, actor.school.currency)}${since(fromDate)}`
  if (act === "status" && step && Object.hasOwn(statusSteps, step))
    return ` to ${statusLabels[statusSteps[step as keyof typeof statusSteps].to].toLowerCase()}${since(from)}`
  if (act === "archive" && lastDay) return ` on ${formatDate(lastDay, "medium")}`
  const field = act === "field" && fieldId ? findField(actor, fieldId) : undefined
  if (!field) return ""
  return value ? ` to “${answerText(field, value)}”` : " to blank"
}

function priceText(typed: string, currency: string): string {
  const step = readPriceStep(typed)
  if (!step) return ""
  if ("to" in step) return ` to ${formatMoney(step.to, currency)}`
  return ` by ${"rate" in step ? typed : `${step.by > 0 ? "+" : ""}${formatMoney(step.by, currency)}`}`
}

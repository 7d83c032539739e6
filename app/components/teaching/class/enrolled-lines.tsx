import { type EnrolledEffect, pausedText } from "~/models/teaching/class/class-effects"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { priceText } from "./class-labels"

type EnrolledLinesProps = { effect: readonly EnrolledEffect[]; currency: string; seesPrices: boolean }

/** What enrolling each student brings, one line each: the price, the first lesson and what the lessons cost until the next month ends. */
export function EnrolledLines({ effect, currency, seesPrices }: EnrolledLinesProps) {
  return effect.map(({ studentId, name, firstSession, pricedFrom, isFreeTrial, ...each }) => (
    <p key={studentId} role="status">
      <b>{name}:</b> {seesPrices ? `${isFreeTrial ? "free trial" : priceText(each.price, currency)}, ` : ""}
      {firstSession
        ? `first on ${formatDate(firstSession.localDate, "short")}, ${formatTime(firstSession.startTime)}`
        : "no lessons scheduled yet"}
      {isFreeTrial ? "" : costText(each, currency)}.
      {seesPrices && pricedFrom && !isFreeTrial
        ? ` The class has no price until ${formatDate(pricedFrom, "medium")}: nothing is charged before.`
        : ""}
      {each.paused ? ` ${pausedText({ name, ...each })}` : ""}
    </p>
  ))
}

/** What the lessons of a class that is billed by the lesson cost; a monthly fee has its months in a list of their own. */
const costText = (
  {
    price,
    amountMinor,
    sessions,
    until,
  }: Pick<EnrolledEffect, "price" | "amountMinor" | "sessions" | "until">,
  currency: string,
): string =>
  price?.billing === "per_session" && amountMinor !== null && sessions > 0
    ? `; ${countOf(sessions, "lesson")} until ${formatDate(until, "day")}: ${formatMoney(amountMinor, currency)}`
    : ""

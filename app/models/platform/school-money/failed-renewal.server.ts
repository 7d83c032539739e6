import { findLatestFailure } from "~/models/accounts/subscription/renewal-failure.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { localDate } from "~/utils/zones"
import { nextStep } from "../at-risk/at-risk"

const dayOf = (at: number) => formatDate(localDate(at, "UTC"), "medium")

/** The renewal that failed last, what comes next or how it went, as text; null when none ever failed. */
export function describeFailedRenewal(
  _staff: SuperActor,
  school: Actor,
): { isOpen: boolean; what: string; next: string } | null {
  const failure = findLatestFailure(school)
  if (!failure) return null
  const { state, amountMinor, currency, failedAt, tries, nextTryAt, remindedAt, graceUntil } = failure
  const settledOn = dayOf(failure.settledAt ?? failure.updatedAt)
  const next = {
    open: nextStep({
      nextTryOn: nextTryAt === null ? null : dayOf(nextTryAt),
      isReminded: remindedAt !== null,
      openUntil: dayOf(graceUntil),
    }),
    recovered: `It was paid on ${settledOn}.`,
    ended: `It wasn’t paid, and access ended on ${settledOn}.`,
    canceled: `The subscription was canceled on ${settledOn}.`,
  }[state]
  return {
    isOpen: state === "open",
    what: `The renewal of ${formatMoney(amountMinor, currency)} failed on ${dayOf(failedAt)} (${countOf(tries, "try", "tries")}).`,
    next,
  }
}

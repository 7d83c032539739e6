import { transact } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { findLatestFailure, settleFailure } from "~/models/accounts/subscription/renewal-failure.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { mailAccessChanged } from "~/models/accounts/subscription/subscription-mail.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import type { EndSubscriptionRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { log } from "~/utils/log.server"
import { formatMoney } from "~/utils/money"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { instantOf, localDate } from "~/utils/zones"
import { nextStep } from "../at-risk/at-risk"
import { recordStaffAct } from "../staff-act/staff-act.server"
import type { EndForm } from "./school-money-form"

/**
 * Ends a school's subscription: the provider is told first, so that nothing more is charged; then access ends at the
 * end of the paid time, on an earlier date, or now. Nothing is deleted. Only ever shortens what the school has.
 */
export async function endSubscription(
  staff: SuperActor,
  school: Actor,
  { ending, endsOn, reason, message }: Pick<EndForm, "ending" | "endsOn" | "reason" | "message">,
): Promise<Result<{ endsAt: number }, EndSubscriptionRefusal>> {
  const before = findSubscription(school)
  if (!before?.plan || before.status === "pending" || before.paidUntil === null)
    return { ok: false, reason: "no-plan" }
  const zone = school.school.timeZone
  const wanted =
    ending === "now"
      ? now()
      : ending === "on-date" && endsOn
        ? instantOf(endsOn, "23:59", zone)
        : before.paidUntil
  if (ending === "on-date" && (wanted > before.paidUntil || wanted < now()))
    return { ok: false, reason: "late-date" }
  const endsAt = Math.min(wanted, before.paidUntil)
  if (before.providerSubscriptionId && !(await isEnded(before.providerSubscriptionId)))
    return { ok: false, reason: "provider-unavailable" }
  transact(() => {
    // Someone else pressed at the same time: it's done, and the school was told.
    if (isOver(findSubscription(school), endsAt)) return
    settleFailure(school, "canceled")
    change(school, subscriptions, own(school, subscriptions), {
      status: endsAt <= now() ? "expired" : "cancelled",
      paidUntil: endsAt,
      graceUntil: null,
      leavingAt: null,
      extendedUntil: null,
      nextPlan: null,
      nextInterval: null,
      updatedAt: now(),
    })
    const day = formatDate(localDate(endsAt, zone), "full", school.school)
    const usual =
      endsAt <= now()
        ? `We ended your subscription. ${platformProvider} won’t charge you again, and your data is kept.`
        : `We ended your subscription. ${platformProvider} won’t charge you again. Everything stays available until ${day}, and your data is kept.`
    recordStaffAct(staff, school, { verb: "end-by-staff", reason, told: message || usual })
    mailAccessChanged(school, "ended", message ? `${message} ${usual}` : usual)
  })
  return { ok: true, endsAt }
}

type Subscription = NonNullable<ReturnType<typeof findSubscription>>

/** Ended by us before, and not later than this: nothing is left to change. */
const isOver = (subscription: Subscription | undefined, endsAt: number) =>
  subscription !== undefined &&
  (subscription.status === "cancelled" || subscription.status === "expired") &&
  subscription.leavingAt === null &&
  subscription.extendedUntil === null &&
  (subscription.paidUntil ?? 0) <= Math.max(endsAt, now())

/** Canceled at the provider, now or before; false while it can't be told. */
async function isEnded(subscriptionId: string): Promise<boolean> {
  try {
    await planSales.cancel(subscriptionId, "Tutti ended this subscription.")
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.issue === "SUBSCRIPTION_STATUS_INVALID" || error.status === 404) return true
    log.warn({ err: error, subscriptionId }, `${platformProvider} did not end a subscription`)
    return false
  }
}

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

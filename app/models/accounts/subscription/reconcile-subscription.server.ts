import { transact } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { PayPalError } from "~/providers/paypal/http.server"
import { type PayPalSubscription, showSubscription } from "~/providers/paypal/subscriptions.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { planOfDiscounted } from "../coupon/discounted-plan.server"
import { isPlanFor } from "../plan/plan-catalogue"
import { planOfProvider, priceOf } from "../plan/plan-price.server"
import { isSandboxPlan } from "../plan/provider-plan.server"
import { findNewestReceipt, recordPlatformPayments } from "../platform-payment/platform-payment.server"
import { fileCase, settleCases } from "../subscription-case/subscription-case.server"
import { endIfLeft } from "./end-renewal.server"
import { finishPlanChanges } from "./plan-change.server"
import { raisesLimits } from "./plan-steps"
import { followRenewal } from "./renewal-failure.server"
import { graceAfter, stateAfter } from "./subscription"
import { findSubscription } from "./subscription-attempt.server"
import { mailCanceled, mailOfficeExpired, mailPlanChanged, mailRenewed } from "./subscription-mail.server"
import { spendCredit } from "./use-credit.server"

// Our row follows the provider's state. The provider is asked each time, whatever an event or a browser reported, so
// late, repeated and out-of-order messages lead to the same state.

type Subscription = typeof subscriptions.$inferSelect
export type Reconciled = "same" | "changed" | "unreachable" | "none"

/** Asks the provider how the school's subscription stands and takes it over. Safe to repeat, also at once. */
export async function reconcileSubscription(actor: Actor): Promise<Reconciled> {
  const subscriptionId = findSubscription(actor)?.providerSubscriptionId
  if (!subscriptionId) return "none"
  try {
    const reported = await endIfLeft(actor, await showSubscription(subscriptionId))
    await recordPlatformPayments(actor, reported)
    await spendCredit(actor)
    return transact(() => takeOver(actor, reported))
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    if (error.status === 404) return transact(() => missAtProvider(actor, subscriptionId))
    log.warn({ err: error, subscriptionId }, "PayPal could not say how a subscription stands")
    return "unreachable"
  }
}

function takeOver(actor: Actor, reported: PayPalSubscription): Reconciled {
  const before = findSubscription(actor)
  // Replaced by another subscription while the provider was being asked.
  if (!before || before.providerSubscriptionId !== reported.subscriptionId) return "same"
  const graceUntil = graceAfter(before, reported, reported.lastFailure?.failedAt ?? now())
  const state = stateAfter({ ...before, graceUntil }, reported, now())
  const billed = planReported(actor, before, reported)
  const after = { ...state, graceUntil, ...plansAfter(before, billed, reported, state.paidUntil) }
  const isSame =
    after.graceUntil === before.graceUntil &&
    after.status === before.status &&
    after.paidUntil === before.paidUntil &&
    after.plan === before.plan &&
    after.interval === before.interval &&
    after.nextPlan === before.nextPlan &&
    after.nextInterval === before.nextInterval
  const isOtherPlan =
    before.plan !== null && (after.plan !== before.plan || after.interval !== before.interval)
  change(actor, subscriptions, own(actor, subscriptions), {
    ...after,
    // Another plan, agreed to at the provider, has its own price.
    ...(isOtherPlan && { discountMinor: 0, discountUntil: null }),
    providerStatus: reported.status,
    providerAskedAt: now(),
    ...(isSame ? {} : { updatedAt: now() }),
  })
  settleCases(actor, "not-at-provider")
  followRenewal(actor, before, after, reported)
  if (isSame) return "same"
  const verb = verbOf(before, after)
  recordEvent(actor, {
    verb,
    noun: "subscription",
    nounId: reported.subscriptionId,
    before: factsOf(before),
    after: { ...factsOf(after), provider: reported.status },
    by: "PayPal",
  })
  tellOffice(actor, { verb, before, after, reported })
  return "changed"
}

/** What the office hears of a change; a failed renewal has mails of its own. */
function tellOffice(
  actor: Actor,
  {
    verb,
    before,
    after,
    reported: { lastPayment, subscriptionId },
  }: {
    verb: ReturnType<typeof verbOf>
    before: Subscription
    after: Pick<Subscription, "status" | "plan" | "interval" | "nextPlan" | "nextInterval" | "paidUntil">
    reported: PayPalSubscription
  },
) {
  const { plan, interval, nextPlan, nextInterval, paidUntil } = after
  if (after.status === "expired" && before.status !== "expired") mailOfficeExpired(actor, plan)
  if (verb === "cancel" && before.leavingAt === null && paidUntil) mailCanceled(actor, paidUntil, false)
  if (plan && interval && verb === "change-plan") mailPlanChanged(actor, { plan, interval }, null)
  if (nextPlan && nextInterval && verb === "schedule-plan")
    mailPlanChanged(actor, { plan: nextPlan, interval: nextInterval }, paidUntil)
  const isPaid = (paidUntil ?? 0) > (before.paidUntil ?? 0) && before.graceUntil === null
  if (plan && interval && paidUntil && lastPayment && isPaid && after.status === "active")
    mailRenewed(
      actor,
      { plan, interval },
      { ...lastPayment, paidUntil, receiptId: findNewestReceipt(actor, subscriptionId) },
    )
}

/** The plan the provider bills. One we do not sell to this school changes nothing here, and staff are told. */
function planReported(actor: Actor, before: Subscription, { planId, subscriptionId }: PayPalSubscription) {
  const ours = { plan: before.plan, interval: before.interval }
  if (!planId || isSandboxPlan(planId)) return ours
  const billed = planOfProvider(planId) ?? planOfDiscounted(actor, planId)
  if (!billed || !isPlanFor(billed.plan, actor.school.kind)) {
    fileCase(actor, "mismatch", { differences: ["plan"], planId, providerSubscriptionId: subscriptionId })
    return ours
  }
  finishPlanChanges(actor, subscriptionId, planId)
  return billed
}

type Billed = Pick<Subscription, "plan" | "interval">

/**
 * Which plan is in effect, and which from the next payment on. A change at the provider is paid for with its next payment
 * only, so it counts from then on; one that allows more, when that payment was of its price.
 */
function plansAfter(
  before: Subscription,
  billed: Billed,
  { status, failedPayments, lastPayment }: PayPalSubscription,
  paidUntil: number | null,
): Billed & Pick<Subscription, "nextPlan" | "nextInterval"> {
  const { plan, interval } = before
  const isRenewed = status === "ACTIVE" && failedPayments === 0 && (paidUntil ?? 0) > (before.paidUntil ?? 0)
  const isPaid =
    !plan ||
    !billed.plan ||
    !billed.interval ||
    !raisesLimits(plan, billed.plan) ||
    (lastPayment?.amountMinor ?? 0) >= priceOf(billed.plan, billed.interval).amountMinor
  const isInEffect = billed.plan === plan && billed.interval === interval
  if (isInEffect || !plan || (isRenewed && isPaid)) return { ...billed, nextPlan: null, nextInterval: null }
  return { plan, interval, nextPlan: billed.plan, nextInterval: billed.interval }
}

/** The provider knows nothing of it: nothing is taken from the school for that, someone has to look. */
function missAtProvider(actor: Actor, subscriptionId: string): Reconciled {
  change(actor, subscriptions, own(actor, subscriptions), {
    providerStatus: "NOT_FOUND",
    providerAskedAt: now(),
  })
  fileCase(actor, "not-at-provider", { providerSubscriptionId: subscriptionId })
  return "same"
}

const factsOf = ({
  status,
  paidUntil,
  plan,
  interval,
  nextPlan,
  nextInterval,
}: Omit<Partial<Subscription>, "schoolId">) => ({
  status,
  paidUntil,
  plan,
  interval,
  ...(nextPlan && { nextPlan, nextInterval }),
})

function verbOf(
  before: Subscription,
  after: Pick<Subscription, "status" | "plan" | "interval" | "nextPlan" | "nextInterval">,
) {
  if (after.status !== before.status)
    return (
      {
        active: "reactivate",
        cancelled: "cancel",
        suspended: "suspend",
        expired: "expire",
        pending: "reset",
      } as const
    )[after.status]
  if (after.plan !== before.plan || after.interval !== before.interval) return "change-plan"
  const isScheduled = after.nextPlan !== before.nextPlan || after.nextInterval !== before.nextInterval
  return isScheduled ? "schedule-plan" : "renew"
}

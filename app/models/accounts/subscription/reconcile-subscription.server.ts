import { transact } from "db/client.server"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments, subscriptions } from "db/schema/accounts-subscriptions"
import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm"
import { isSandboxPlan, planOfProvider, priceOf } from "~/models/accounts/plan/plan-price.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, ownRows } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type NoAnswer, noAnswerOf, ProviderError, type ProviderRefund } from "~/providers/payment-provider"
import type { ProviderSubscription } from "~/providers/plan-sales"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import { planOfDiscounted } from "../coupon/coupon.server"
import { isPlanFor } from "../plan/plan-catalogue"
import { askRefund } from "../platform-payment/ask-refund.server"
import { findNewestReceipt, recordPlatformPayments } from "../platform-payment/platform-payment.server"
import {
  findRefund,
  finishRefund,
  holdRefund,
  refuseRefund,
  sumRefunds,
} from "../platform-payment/refund-state.server"
import { creditedAfter, creditLeft } from "../school-credit/school-credit.server"
import { fileCase, settleCases } from "../subscription-case/subscription-case.server"
import { endIfLeft } from "./end-renewal.server"
import { finishPlanChanges } from "./plan-change.server"
import { raisesLimits } from "./plan-steps"
import { findOpenFailure, followRenewal } from "./renewal-failure.server"
import { graceAfter, stateAfter } from "./subscription"
import { findSubscription } from "./subscription-attempt.server"
import {
  mailCanceled,
  mailOfficeExpired,
  mailPlanChanged,
  mailRenewed,
  noteKept,
} from "./subscription-mail.server"
import { tellRefund } from "./told-refund.server"

// How account credit and free months reach the provider. The one rule: it charges what was agreed to, and the credit
// goes back right after each payment as a refund of it, until it is used up (a free month is a month's price of
// credit). The provider has no call that makes the next payment of a running subscription smaller and the one after it
// what it was; a refund is its published way to give money back, in part or in full. So gross, refunds and net stay
// true, and the monthly revenue is what was agreed to. What a coupon does is another rule: coupon/coupon.server.

const mostAtOnce = 20
const keyOf = (paymentId: string) => `credit-${paymentId}`

/**
 * Pays the school's credit back from its payments since the credit was given, each payment once. Safe to repeat, also at
 * once: the refund is asked for under the payment's own key. What the provider couldn't be told is asked again with the
 * next check.
 */
export async function spendCredit(actor: Actor): Promise<void> {
  for (const { id, currency } of listPaymentsToCredit(actor)) {
    const asked = transact(() => reserve(actor, id))
    if (asked === null) continue
    try {
      const refund = await planSales.refund({
        captureId: id,
        requestId: keyOf(id),
        amountMinor: asked,
        currency,
        note: "From your account credit with Tutti.",
      })
      transact(() => settle(actor, keyOf(id), refund))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error, paymentId: id }, `${platformProvider} did not refund account credit`)
      if (error.status === 422 || error.status === 404) transact(() => refuseRefund(keyOf(id)))
    }
  }
}

/**
 * Payments that came since credit was given last and of which something is left, oldest first, and those of which a
 * refund was asked for and not answered, whenever more was given.
 */
function listPaymentsToCredit(actor: Actor) {
  const since = creditedAfter(actor)
  if (since === null) return []
  const asked = sql`select 1 from ${platformRefunds} r where r.id = 'credit-' || ${platformPayments.id}`
  return ownRows(actor, platformPayments, ["id", "currency"])
    .where(
      or(
        and(
          inArray(platformPayments.status, ["COMPLETED", "PARTIALLY_REFUNDED"]),
          eq(platformPayments.currency, "USD"),
          gt(platformPayments.paidAt, since),
          sql`not exists (${asked})`,
        ),
        sql`exists (${asked} and r.state = 'asked')`,
      ),
    )
    .orderBy(asc(platformPayments.paidAt))
    .limit(mostAtOnce)
    .all()
}

/** How much is asked back of a payment: what was asked before, else what credit is left; null when there's nothing to ask. */
function reserve(actor: Actor, paymentId: string): number | null {
  const before = findRefund(keyOf(paymentId))
  if (before) return before.state === "asked" ? before.amountMinor : null
  const payment = find(actor, platformPayments, paymentId)
  if (!payment) return null
  const { heldMinor, askedMinor } = sumRefunds(paymentId)
  const left = payment.amountMinor - payment.refundedMinor - heldMinor - askedMinor
  const amountMinor = Math.min(creditLeft(actor), left)
  if (amountMinor <= 0) return null
  askRefund(payment, { key: keyOf(paymentId), amountMinor, origin: "credit" })
  return amountMinor
}

/** One that the provider holds is spent too, and told to the school when it is carried out. */
function settle(actor: Actor, key: string, { id, status }: ProviderRefund) {
  if (status === "PENDING") return holdRefund(key, id)
  if (status !== "COMPLETED") return refuseRefund(key)
  finishRefund(key, { providerRefundId: id, refundedAt: now() })
  tellRefund(actor, key)
}

// Our row follows the provider's state. The provider is asked each time, whatever an event or a browser reported, so
// late, repeated and out-of-order messages lead to the same state.

type Subscription = typeof subscriptions.$inferSelect
export type Reconciled = "same" | "changed" | "none" | NoAnswer

/** How often the provider is asked again because another check or the school was quicker. */
const mostAsked = 4

/**
 * Asks the provider how the school's subscription stands and takes it over. Safe to repeat, also at once: an answer during
 * which the stored state was changed may be older than that, so the provider is asked again.
 */
export async function reconcileSubscription(actor: Actor): Promise<Reconciled> {
  for (let asked = 0; asked < mostAsked; asked += 1) {
    const state = await askAndTakeOver(actor)
    if (state !== "outdated") return state
  }
  return "unanswered"
}

async function askAndTakeOver(actor: Actor): Promise<Reconciled | "outdated"> {
  const asked = findSubscription(actor)
  const subscriptionId = asked?.providerSubscriptionId
  if (!subscriptionId) return "none"
  try {
    const reported = await endIfLeft(actor, await planSales.show(subscriptionId))
    await recordPlatformPayments(actor, reported)
    await spendCredit(actor)
    return transact(() => (isAsAsked(actor, asked) ? takeOver(actor, reported) : "outdated"))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 404) return transact(() => missAtProvider(actor, subscriptionId))
    log.warn({ err: error, subscriptionId }, `${platformProvider} could not say how a subscription stands`)
    return noAnswerOf(error)
  }
}

function isAsAsked(actor: Actor, { providerAskedAt, updatedAt }: Subscription): boolean {
  const stored = findSubscription(actor)
  return stored?.providerAskedAt === providerAskedAt && stored.updatedAt === updatedAt
}

function takeOver(actor: Actor, reported: ProviderSubscription): Reconciled {
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
  if (after.status === "active" && isKeptAtProvider(before, reported))
    noteKept(actor, { ...before, paidUntil: after.paidUntil }, platformProvider)
  // Its recovery is told by `followRenewal`; a payment after the grace period is told as any other.
  const wasFailing = findOpenFailure(actor) !== undefined
  followRenewal(actor, before, after, reported)
  if (isSame) return "same"
  const verb = verbOf(before, after)
  recordEvent(actor, `subscription.${verb}`, reported.subscriptionId, {
    before: factsOf(before),
    after: { ...factsOf(after), provider: reported.status },
    by: platformProvider,
  })
  tellOffice(actor, { verb, before, after, reported, wasFailing })
  return "changed"
}

/** The provider's answer may be older than a cancellation that is being made. */
const answeredWithinMs = 10 * 60_000

/** Whether the agreement of a school that canceled runs again: the answer to its keeping was lost, or it was activated there. */
const isKeptAtProvider = ({ leavingAt }: Subscription, { status }: ProviderSubscription) =>
  status === "ACTIVE" && leavingAt !== null && leavingAt < now() - answeredWithinMs

/** What the office hears of a change; a failed renewal has mails of its own. */
function tellOffice(
  actor: Actor,
  {
    verb,
    before,
    after,
    reported: { lastPayment, subscriptionId },
    wasFailing,
  }: {
    verb: ReturnType<typeof verbOf>
    before: Subscription
    after: Pick<Subscription, "status" | "plan" | "interval" | "nextPlan" | "nextInterval" | "paidUntil">
    reported: ProviderSubscription
    wasFailing: boolean
  },
) {
  const { plan, interval, nextPlan, nextInterval, paidUntil } = after
  if (after.status === "expired" && before.status !== "expired") mailOfficeExpired(actor, plan)
  if (verb === "cancel" && before.leavingAt === null && paidUntil) mailCanceled(actor, paidUntil, false)
  if (plan && interval && verb === "change-plan") mailPlanChanged(actor, { plan, interval }, null)
  if (nextPlan && nextInterval && verb === "schedule-plan")
    mailPlanChanged(actor, { plan: nextPlan, interval: nextInterval }, paidUntil)
  const isPaid = (paidUntil ?? 0) > (before.paidUntil ?? 0) && !wasFailing
  if (plan && interval && paidUntil && lastPayment && isPaid && after.status === "active")
    mailRenewed(
      actor,
      { plan, interval },
      { ...lastPayment, paidUntil, receiptId: findNewestReceipt(actor, subscriptionId) },
    )
}

/** The plan the provider bills. One we do not sell to this school changes nothing here, and staff are told. */
function planReported(actor: Actor, before: Subscription, { planId, subscriptionId }: ProviderSubscription) {
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
  { status, failedPayments, lastPayment }: ProviderSubscription,
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

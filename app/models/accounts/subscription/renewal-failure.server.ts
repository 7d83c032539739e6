import { transact } from "db/client.server"
import { renewalFailures } from "db/schema/accounts-subscription-money"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { and, asc, desc, eq, isNull, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addRow, change, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError } from "~/providers/payment-provider"
import type { ProviderSubscription } from "~/providers/plan-sales"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { priceOf } from "../plan/plan-price.server"
import { remindedDaysBefore } from "./subscription"
import { mailOfficeExpired, mailRenewalFailed, mailRenewalRecovered } from "./subscription-mail.server"

// A renewal that the provider couldn't charge. The school stays open for a grace period from the first failure on, its
// office is told at the failure, three days before the end, at the end, and when the money came after all. One is open
// at a time.

export type RenewalFailure = typeof renewalFailures.$inferSelect
type Subscription = typeof subscriptions.$inferSelect
const day = 86_400_000

export const findOpenFailure = (actor: Actor): RenewalFailure | undefined =>
  ownRows(actor, renewalFailures).where(eq(renewalFailures.state, "open")).get()

/** The newest, open or settled: staff read how it went. */
export const findLatestFailure = (actor: Actor): RenewalFailure | undefined =>
  ownRows(actor, renewalFailures)
    .orderBy(desc(renewalFailures.createdAt), desc(renewalFailures.id))
    .limit(1)
    .get()

/**
 * Follows what the provider reports, in the caller's transaction: opens a failure, counts its tries, or settles it.
 * `before` is the stored subscription, `after` what it becomes.
 */
export function followRenewal(
  actor: Actor,
  before: Subscription,
  after: Pick<Subscription, "status" | "graceUntil" | "paidUntil">,
  reported: ProviderSubscription,
) {
  const open = findOpenFailure(actor)
  const { graceUntil } = after
  if (graceUntil === null) {
    if (open) settleFailure(actor, after.status === "active" ? "recovered" : "canceled", after.paidUntil)
    return
  }
  if (open) return countTry(actor, open, reported)
  if (before.graceUntil === null && graceUntil > now()) openFailure(actor, before, graceUntil, reported)
}

function openFailure(
  actor: Actor,
  { plan, interval }: Subscription,
  graceUntil: number,
  { subscriptionId, lastFailure, failedPayments }: ProviderSubscription,
) {
  const price = plan && interval ? priceOf(plan, interval).amountMinor : 0
  const failure = addRow(actor, renewalFailures, {
    id: newId(),
    providerSubscriptionId: subscriptionId,
    amountMinor: lastFailure?.amountMinor ?? price,
    currency: lastFailure?.currency ?? "USD",
    failedAt: lastFailure?.failedAt ?? now(),
    tries: failedPayments,
    nextTryAt: lastFailure?.nextTryAt ?? null,
    graceUntil,
    state: "open",
    updatedAt: now(),
  })
  recordEvent(actor, "subscription.fail-renewal", subscriptionId, {
    after: { amountMinor: failure.amountMinor, graceUntil },
    by: platformProvider,
  })
  mailRenewalFailed(actor, failure, "renewal-failed")
}

function countTry(
  actor: Actor,
  { id, tries, nextTryAt }: RenewalFailure,
  { failedPayments, lastFailure }: ProviderSubscription,
) {
  const next = lastFailure?.nextTryAt ?? null
  if (failedPayments === 0 || (tries === failedPayments && nextTryAt === next)) return
  change(actor, renewalFailures, id, { tries: failedPayments, nextTryAt: next, updatedAt: now() })
}

/** Settles the open one: the money came, the school canceled, or its grace period ended. In the caller's transaction. */
export function settleFailure(
  actor: Actor,
  state: Exclude<RenewalFailure["state"], "open">,
  paidUntil: number | null = null,
) {
  const open = findOpenFailure(actor)
  if (!open) return
  change(actor, renewalFailures, open.id, { state, settledAt: now(), nextTryAt: null, updatedAt: now() })
  if (state !== "recovered") return
  recordEvent(actor, "subscription.recover-renewal", open.providerSubscriptionId, {
    after: { amountMinor: open.amountMinor },
    by: platformProvider,
  })
  mailRenewalRecovered(actor, open, paidUntil)
}

/** Schools whose office is to be reminded, or whose grace period is over; the soonest first, at most a hundred. For a job. */
export function listFailuresToFollow(): { schoolId: string }[] {
  const soon = and(
    isNull(renewalFailures.remindedAt),
    lte(renewalFailures.graceUntil, now() + remindedDaysBefore * day),
  )
  const over = lte(renewalFailures.graceUntil, now())
  const dueOf = (due: typeof soon) =>
    select({ schoolId: renewalFailures.schoolId })
      .from(renewalFailures)
      .where(and(eq(renewalFailures.state, "open"), due))
      .orderBy(asc(renewalFailures.graceUntil))
      .limit(100)
      .all()
  return [...dueOf(over), ...dueOf(soon)]
}

/** Reminds the school's office, or closes the school when its grace period is over. In the caller's transaction. */
export function followFailure(actor: Actor) {
  const open = findOpenFailure(actor)
  if (!open) return
  if (open.graceUntil <= now()) return endGrace(actor, open)
  if (open.remindedAt !== null || open.graceUntil > now() + remindedDaysBefore * day) return
  change(actor, renewalFailures, open.id, { remindedAt: now(), updatedAt: now() })
  mailRenewalFailed(actor, open, "renewal-reminder")
}

function endGrace(actor: Actor, open: RenewalFailure) {
  settleFailure(actor, "ended")
  const before = ownRows(actor, subscriptions).get()
  if (!before || before.status === "expired" || before.providerSubscriptionId !== open.providerSubscriptionId)
    return
  change(actor, subscriptions, own(actor, subscriptions), { status: "expired", updatedAt: now() })
  recordEvent(actor, "subscription.expire", open.providerSubscriptionId, {
    before: { status: before.status },
    after: { status: "expired" },
  })
  mailOfficeExpired(actor, before.plan)
}

export type PaidDue = Result<void, "not-due" | "declined" | "provider-unavailable">

/**
 * Charges what a failed renewal left due, with the payment method the school has at the provider now, and takes the
 * agreement up again where the provider suspended it. Once for a `requestId`; the caller then asks the provider again.
 */
export async function payDue(actor: Actor, requestId: string): Promise<PaidDue> {
  const failure = findOpenFailure(actor)
  if (!failure) return { ok: false, reason: "not-due" }
  const { providerSubscriptionId: subscriptionId, currency } = failure
  try {
    const due = await planSales.show(subscriptionId)
    if (due.outstandingMinor > 0)
      await planSales.captureOutstanding(subscriptionId, {
        requestId,
        amountMinor: due.outstandingMinor,
        currency,
      })
    const after = await planSales.show(subscriptionId)
    if (after.outstandingMinor > 0 || after.failedPayments > 0) return { ok: false, reason: "declined" }
    if (after.status === "SUSPENDED")
      await planSales.activate(subscriptionId, "The school paid what was due.")
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, subscriptionId }, `${platformProvider} did not charge what is due`)
    return { ok: false, reason: error.status === 422 ? "declined" : "provider-unavailable" }
  }
  transact(() => recordEvent(actor, "subscription.pay-due", subscriptionId))
  return { ok: true }
}

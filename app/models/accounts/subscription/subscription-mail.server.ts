import { transact } from "db/client.server"
import { cancellations } from "db/schema/accounts-subscription-money"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { and, gte, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { MailData, QueuedMail } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import { type PlanInterval, type PlanKey, planCatalogue } from "../plan/plan-catalogue"
import { platformMoney, priceOf } from "../plan/plan-price.server"
import { accessBefore, findDeletion } from "../school/delete-school.server"
import { listOffice } from "../school/office.server"
import { findSubscription } from "./subscription-attempt.server"

// What the school's office is told about its subscription, in the transaction that changed it. Instants are UTC ms.

const dayIn = (actor: Actor, at: number) =>
  formatDate(localDate(at, actor.school.timeZone), "full", actor.school)

type Subscription = typeof subscriptions.$inferSelect
type Addressed = { schoolName: string; name: string }

/** One mail to each administrator with an address. */
function tellOffice(actor: Actor, write: (to: Addressed) => QueuedMail) {
  const { id: schoolId, name: schoolName } = actor.school
  for (const { name, email } of listOffice(actor))
    queueMail({ schoolId, recipient: email, ...write({ schoolName, name }) })
}

/** The first administrator alone: the plan's beginning and its end, as before there were several. */
function tellFirst(actor: Actor, write: (to: Addressed) => QueuedMail) {
  const [office] = listOffice(actor)
  if (!office) return
  const { id: schoolId, name: schoolName } = actor.school
  queueMail({ schoolId, recipient: office.email, ...write({ schoolName, name: office.name }) })
}

type Billed = { plan: PlanKey; interval: PlanInterval }

/** The school is open. */
export function mailOfficeActive(
  actor: Actor,
  { plan, interval }: Billed,
  {
    paidUntil,
    discountMinor,
    discountUntil,
  }: { paidUntil: number; discountMinor: number; discountUntil: number | null },
) {
  const discount =
    discountUntil === null
      ? {}
      : {
          discount: `${platformMoney(discountMinor)} off each payment before ${dayIn(actor, discountUntil)}`,
        }
  tellFirst(actor, (to) => ({
    template: "subscription-active",
    data: {
      ...to,
      plan: planCatalogue[plan].name,
      interval,
      paidUntil: dayIn(actor, paidUntil),
      ...discount,
    },
  }))
}

export function mailOfficeExpired(actor: Actor, plan: PlanKey | null) {
  tellFirst(actor, (to) => ({
    template: "subscription-expired",
    data: { ...to, plan: plan ? planCatalogue[plan].name : "current" },
  }))
}

type Failure = {
  amountMinor: number
  currency: string
  failedAt: number
  nextTryAt: number | null
  graceUntil: number
}

/** A renewal failed, or its grace period ends soon. */
export function mailRenewalFailed(
  actor: Actor,
  { amountMinor, currency, failedAt, nextTryAt, graceUntil }: Failure,
  template: "renewal-failed" | "renewal-reminder",
) {
  const data = {
    amount: platformMoney(amountMinor, currency),
    failedOn: dayIn(actor, failedAt),
    nextTryOn: nextTryAt === null ? null : dayIn(actor, nextTryAt),
    openUntil: dayIn(actor, graceUntil),
  }
  tellOffice(actor, (to) => ({ template, data: { ...to, ...data } }))
}

/** The money came after all. */
export function mailRenewalRecovered(
  actor: Actor,
  { amountMinor, currency }: Failure,
  paidUntil: number | null,
) {
  const data = {
    amount: platformMoney(amountMinor, currency),
    paidUntil: paidUntil === null ? null : dayIn(actor, paidUntil),
  }
  tellOffice(actor, (to) => ({ template: "renewal-recovered", data: { ...to, ...data } }))
}

/** A renewal was paid; the receipt is the school's own page. */
export function mailRenewed(
  actor: Actor,
  { plan, interval }: Billed,
  paid: { amountMinor: number; currency: string; paidUntil: number; receiptId: string | null },
) {
  const data = {
    plan: planCatalogue[plan].name,
    interval,
    amount: platformMoney(paid.amountMinor, paid.currency),
    paidUntil: dayIn(actor, paid.paidUntil),
    receiptId: paid.receiptId,
  }
  tellOffice(actor, (to) => ({ template: "subscription-renewed", data: { ...to, ...data } }))
}

/** Another plan or billing period: in effect now, or from a day on. */
export function mailPlanChanged(actor: Actor, { plan, interval }: Billed, from: number | null) {
  const data = {
    plan: planCatalogue[plan].name,
    interval,
    price: platformMoney(priceOf(plan, interval).amountMinor),
    from: from === null ? null : dayIn(actor, from),
  }
  tellOffice(actor, (to) => ({ template: "plan-changed", data: { ...to, ...data } }))
}

/** It won't renew; `canReturn` when one press takes that back. */
export function mailCanceled(actor: Actor, endsAt: number, canReturn: boolean) {
  const deletedAt = findDeletion(actor)
  const deletedOn = deletedAt === null ? null : dayIn(actor, deletedAt)
  const access = deletedAt === null ? {} : accessBefore(actor, deletedAt, false)
  tellOffice(actor, (to) => ({
    template: "subscription-canceled",
    data: { ...to, endsOn: dayIn(actor, endsAt), canReturn, deletedOn, ...access },
  }))
}

/** The school stays after all. */
function mailKept(actor: Actor, renewsAt: number | null) {
  tellOffice(actor, (to) => ({
    template: "subscription-kept",
    data: { ...to, renewsOn: renewsAt === null ? null : dayIn(actor, renewsAt) },
  }))
}

/** Money went back to the school; `message` is what our staff wrote. */
export function mailPlatformRefund(
  actor: Actor,
  refund: { amountMinor: number; currency: string; paymentId: string; message: string | null },
) {
  const data = {
    amount: platformMoney(refund.amountMinor, refund.currency),
    receiptId: refund.paymentId,
    message: refund.message,
  }
  tellOffice(actor, (to) => ({ template: "subscription-refunded", data: { ...to, ...data } }))
}

/** Our staff extended, suspended, reopened or ended the school's subscription; `message` is what they told it. */
export function mailAccessChanged(
  actor: Actor,
  change: MailData["access-changed"]["change"],
  message: string,
) {
  tellOffice(actor, (to) => ({ template: "access-changed", data: { ...to, change, message } }))
}

export type KeptSubscription = Result<void, "not-leaving" | "provider-unavailable">

/**
 * Takes a cancellation back while what is paid for lasts: the agreement that the provider only held is activated, and
 * renews on the day it would have. The caller then asks the provider again. Refused once it has ended at the provider.
 */
export async function keepSubscription(actor: Actor): Promise<KeptSubscription> {
  const subscription = findSubscription(actor)
  const subscriptionId = subscription?.providerSubscriptionId
  const isLeaving = subscription?.leavingAt && (subscription.paidUntil ?? 0) > now()
  if (!subscriptionId || !isLeaving || subscription.status !== "cancelled")
    return { ok: false, reason: "not-leaving" }
  try {
    await planSales.activate(subscriptionId, "The school keeps its subscription.")
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, subscriptionId }, `${platformProvider} did not take a cancellation back`)
    return { ok: false, reason: error.status === 422 ? "not-leaving" : "provider-unavailable" }
  }
  transact(() => noteKept(actor, subscription))
  return { ok: true }
}

/** Marks that the school stays after all. What it canceled before this subscription began stays canceled. */
export function withdrawCancellation(actor: Actor, activatedAt: number | null) {
  const isOfThis = and(isNull(cancellations.withdrawnAt), gte(cancellations.createdAt, activatedAt ?? 0))
  change(actor, cancellations, isOfThis, { withdrawnAt: now() })
}

/**
 * Takes away the mark that the school leaves, and tells its office, once: the agreement runs at the provider. In the
 * caller's transaction.
 */
export function noteKept(
  actor: Actor,
  {
    providerSubscriptionId,
    paidUntil,
    activatedAt,
  }: Pick<Subscription, "providerSubscriptionId" | "paidUntil" | "activatedAt">,
  by?: string,
) {
  const isLeaving = isNotNull(subscriptions.leavingAt)
  if (change(actor, subscriptions, isLeaving, { leavingAt: null, updatedAt: now() }) === 0) return
  withdrawCancellation(actor, activatedAt)
  recordEvent(actor, "subscription.keep", providerSubscriptionId ?? "", { by })
  mailKept(actor, paidUntil)
}

import { transact } from "db/client.server"
import {
  findPlatformPayment,
  rereadPlatformPayments,
} from "~/models/accounts/platform-payment/platform-payment.server"
import {
  type Dispute,
  findDispute,
  findProviderEvent,
  type ProviderEvent,
  readLoss,
  recordEventOutcome,
  schoolOfStripeEvent,
} from "~/models/accounts/provider-event/provider-event.server"
import type { ProviderOutcome } from "~/models/accounts/provider-event/provider-outcome"
import { findOrphan, settleOrphan } from "~/models/accounts/school/orphaned-subscription.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { endReplacedSubscription } from "~/models/accounts/subscription/replaced-subscription.server"
import {
  findSchoolOfAttempt,
  recordApproving,
} from "~/models/accounts/subscription/subscription-attempt.server"
import {
  fileCase,
  findClosing,
  settleCases,
  settledAtProvider,
} from "~/models/accounts/subscription-case/subscription-case.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { JobData } from "~/models/foundation/job/job"
import { adoptLostOrder, findLostOrder } from "~/models/money/auto-pay/carry-out-charge.server"
import { findMethod } from "~/models/money/auto-pay/find-methods.server"
import { followCharge } from "~/models/money/auto-pay/follow-charge.server"
import { checkSavedAccount, settleSaving } from "~/models/money/auto-pay/save-account.server"
import { followDispute as followFamilyDispute } from "~/models/money/payment/dispute.server"
import type { Settled } from "~/models/money/payment-order/payment-order"
import {
  findOrderOfProvider,
  findStripeOrder,
  type PaymentOrder,
} from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { findOrderOfCapture, settleRefunds } from "~/models/money/payment-order/settle-refunds.server"
import { queueReading } from "~/models/money/provider-books/provider-books.server"
import { isNoAnswer, ProviderError } from "~/providers/payment-provider"
import { planSales, providerMessages } from "~/providers/platform-provider.server"
import { inSchool } from "./in-school.server"
import { followHeldRefunds } from "./reconcile-standing-subscriptions.server"

/**
 * A message of the provider: finds whom it is about, asks the provider how that stands now, and takes it over. Throws
 * while the provider cannot be asked, so that the job comes again.
 */
export async function applyProviderEvent({ eventId }: JobData["apply-provider-event"]) {
  const event = findProviderEvent(eventId)
  if (!event || event.processedAt !== null) return
  const outcome = await outcomeOf(event)
  if (outcome.kind === "unreachable") throw new Error("The provider cannot be asked just now")
  transact(() => {
    // What came of it is of no use if its payment was recorded at the same time.
    const isOurs = schoolOfStripeEvent(event) === undefined
    if (outcome.kind === "not-ours" && isOurs && event.resourceId && findOrderOfCapture(event.resourceId))
      throw new Error("The payment it is about has become known just now")
    recordEventOutcome(event.id, outcome)
  })
}

const unreachable = { kind: "unreachable" } as const
const notOurs = { kind: "not-ours" } as const
type Outcome = ProviderOutcome | typeof unreachable

async function outcomeOf(event: ProviderEvent): Promise<Outcome> {
  const { kind, resourceId } = event
  if (!resourceId) return { kind: "no-subject" }
  const schoolId = schoolOfStripeEvent(event)
  if (schoolId) return (await inSchool(schoolId, (actor) => applyStripe(actor, event, resourceId))) ?? notOurs
  switch (providerMessages.subjectOf(kind)) {
    case "plan-refund":
      return applySaleRefund(resourceId)
    case "dispute":
    case "settled-dispute":
      return disputedPayment(resourceId, event)
    case "subscription":
      return applySubscription(resourceId)
    case "refund":
      return applyRefund(resourceId, event)
    case "saved-account":
      return applySavedAccount(resourceId)
    case "order":
      return applyOrder(resourceId)
    default:
      return { kind: "no-subject" }
  }
}

/** Names the sale or the agreement. What was refunded does not end a subscription: the list of payments shows it. */
async function applySaleRefund(resourceId: string): Promise<Outcome> {
  const payment = findPlatformPayment(resourceId)
  const subscriptionId = payment?.subscriptionId ?? resourceId
  const schoolId =
    payment?.schoolId ?? findSchoolOfAttempt({ providerSubscriptionId: subscriptionId })?.schoolId
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (!actor) return notOurs
  try {
    await rereadPlatformPayments(actor, subscriptionId, payment?.paidAt)
    return (await followHeldRefunds(actor)) ? { kind: "payments-reread" } : unreachable
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return unreachable
  }
}

/**
 * A complaint alone changes nothing: each about a payment to us is a case of its own for our staff until the provider
 * settles it, a family's is in the school's log. Settled for the school, the provider may have given back what had been
 * taken.
 */
async function disputedPayment(paymentId: string, event: ProviderEvent): Promise<Outcome> {
  const paid = findPlatformPayment(paymentId)
  if (paid) {
    const school = paid.schoolId ? schoolActor(paid.schoolId) : undefined
    const dispute = findDispute(event)
    if (school && dispute) transact(() => followDispute(school, dispute, { ...paid, paymentId }))
    return { kind: "dispute", state: "platform" }
  }
  const order = findOrderOfCapture(paymentId)
  return (order && inSchool(order.schoolId, (actor) => followComplaint(actor, order, event))) ?? notOurs
}

/** A family's complaint. Settled, it is in the books; before, it's shown on the payment, and the office is told. */
async function followComplaint(actor: Actor, order: PaymentOrder, event: ProviderEvent): Promise<Outcome> {
  const { paymentId, amountMinor } = order
  if (!paymentId) return notOurs
  const dispute = findDispute(event)
  transact(() => {
    const { answerBy } = dispute ?? { answerBy: null }
    const said = { amountMinor: dispute?.amountMinor ?? amountMinor, answerBy }
    followFamilyDispute(actor, paymentId, dispute?.isOpen ? said : dispute?.isWon ? "won" : null)
  })
  if (providerMessages.subjectOf(event.kind) === "settled-dispute") {
    const state = await settleRefunds(actor, order, readLoss(event))
    if (state === "unreachable" || state === "waiting") return unreachable
    if (state === "refunded") return { kind: "refunds", state }
  }
  return { kind: "dispute", state: "family" }
}

/**
 * A message of the school's own Stripe account, about a try to pay or what became of its money. It names our try or Stripe's
 * payment; one of another school is unknown.
 */
async function applyStripe(actor: Actor, event: ProviderEvent, subject: string): Promise<Outcome> {
  if (event.kind.startsWith("stripe.payout.")) {
    transact(() => queueReading(actor, event.id))
    return { kind: "payments-reread" }
  }
  const known = findStripeOrder(actor, subject)
  if (!known) return applySaving(actor, subject)
  const order = await findLostOrder(actor, known).catch(silentProvider)
  if (!order) return unreachable
  const settled = await settlePayment(actor, order)
  if (order.autoChargeId) followCharge(actor, order.autoChargeId)
  if (settled.state !== "paid") return ofOrder(settled.state)
  if (!/^stripe\.(charge\.(refund|dispute)|refund\.)/.test(event.kind)) return ofOrder("paid")
  const { paymentId } = settled
  const state = await settleRefunds(actor, { ...order, paymentId })
  if (state === "unreachable" || state === "waiting") return unreachable
  if (state === "refunded" || !event.kind.startsWith("stripe.charge.dispute."))
    return { kind: "refunds", state }
  return { kind: "dispute", state: "family" }
}

/** The same about an agreement to automatic payment, or about the card that was saved with it. */
async function applySaving(actor: Actor, subject: string): Promise<Outcome> {
  const method = findMethod(actor, subject)
  if (!method)
    return applySavedAccount(subject, (schoolId) => (schoolId === actor.school.id ? actor : undefined))
  const saving = await settleSaving(actor, method)
  if (saving === "unreachable") return unreachable
  if (saving === "waiting") return { kind: "order", state: saving }
  return { kind: "saved-account", state: saving === "gone" ? "ended" : "standing" }
}

function silentProvider(error: unknown) {
  if (!(error instanceof ProviderError)) throw error
  return undefined
}

type Paid = { paymentId: string; amountMinor: number; currency: string }

/** Closes the case of a settled dispute; files or updates an open one's, unless staff closed it after its newest message. */
function followDispute(school: Actor, dispute: Dispute, { paymentId, amountMinor, currency }: Paid) {
  const { id: subject, isOpen, at, answerBy } = dispute
  if (!isOpen) return settleCases(school, "dispute", { how: settledAtProvider, subject })
  if ((findClosing(school, "dispute", subject) ?? 0) >= at) return
  const disputed = { disputeId: subject, disputedMinor: dispute.amountMinor, answerBy }
  fileCase(school, "dispute", { paymentId, amountMinor, currency, ...disputed }, subject)
}

async function applySubscription(subscriptionId: string): Promise<Outcome> {
  const orphan = findOrphan(subscriptionId)
  if (orphan) {
    const state = await settleOrphan(orphan)
    return isNoAnswer(state) ? unreachable : { kind: "orphan", state }
  }
  const attempt =
    findSchoolOfAttempt({ providerSubscriptionId: subscriptionId }) ?? (await adoptLost(subscriptionId))
  if (attempt === "unreachable") return unreachable
  const actor = attempt && schoolActor(attempt.schoolId)
  if (!actor) return notOurs
  if (attempt.state !== "activated") {
    const { state } = await confirmSubscription(actor, { attemptId: attempt.id })
    if (isNoAnswer(state)) return unreachable
    if (state !== "active") return { kind: "attempt", state }
  }
  const replaced = await endReplacedSubscription(actor, subscriptionId)
  const state = replaced === "same" ? await reconcileSubscription(actor) : replaced
  return isNoAnswer(state) ? unreachable : { kind: "subscription", state }
}

/** Our call to create it was carried out but never answered: the provider still knows which try it was for. */
async function adoptLost(subscriptionId: string) {
  try {
    const { customId } = await planSales.show(subscriptionId)
    const attempt = customId ? findSchoolOfAttempt({ attemptId: customId }) : undefined
    if (!attempt || attempt.providerSubscriptionId) return undefined
    recordApproving(attempt, subscriptionId)
    return { ...attempt, providerSubscriptionId: subscriptionId }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.status === 404 ? undefined : ("unreachable" as const)
  }
}

/**
 * The message may name the order or only the capture, and may come before we knew that anything was paid, or before the
 * provider lists the refund: then the job comes again.
 */
async function applyRefund(resourceId: string, event: ProviderEvent): Promise<Outcome> {
  const order = findOrderOfProvider(resourceId) ?? findOrderOfCapture(resourceId)
  if (!order) return notOurs
  const outcome = await inSchool(order.schoolId, async (actor): Promise<Outcome> => {
    const settled = await settlePayment(actor, order)
    if (settled.state !== "paid") return ofOrder(settled.state)
    const state = await settleRefunds(actor, { ...order, paymentId: settled.paymentId }, readLoss(event))
    return state === "unreachable" || state === "waiting" ? unreachable : { kind: "refunds", state }
  })
  return outcome ?? notOurs
}

async function applyOrder(orderId: string): Promise<Outcome> {
  const order = findOrderOfProvider(orderId) ?? (await adoptLostOrder(orderId, schoolActor))
  if (order === "unreachable") return unreachable
  if (!order) return notOurs
  const state = await inSchool(order.schoolId, async (actor) => {
    const settled = await settlePayment(actor, order)
    if (order.autoChargeId) followCharge(actor, order.autoChargeId)
    return settled.state
  })
  return state ? ofOrder(state) : notOurs
}

/** The payer or we deleted a saved account at the provider. */
async function applySavedAccount(paymentTokenId: string, actorOf = schoolActor): Promise<Outcome> {
  const state = await checkSavedAccount(paymentTokenId, actorOf)
  if (state === "unreachable") return unreachable
  return state === "not-ours" ? notOurs : { kind: "saved-account", state }
}

const ofOrder = (state: Settled["state"]): Outcome =>
  state === "unreachable" ? unreachable : { kind: "order", state }

import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { recordPayment, settle, startBilling } from "./billing"
import { notFound, readBody, refused } from "./errors"
import { MoneyBody, plus, toMinor } from "./money"
import { createSubscription, ReviseBody, requestRevision, SubscriptionBody } from "./new-subscription"
import { rememberRequest, wantsRepresentation } from "./remembered-requests"
import {
  approveLink,
  changeStatus,
  describeSubscription,
  planOf,
  requireStatus,
  type Subscription,
  showSubscription,
  subscriptionLinks,
} from "./subscription"
import { patchSubscription } from "./subscription-patch"
import { describeTransaction, listTransactions } from "./transactions"
import { announceSale, announceSubscription } from "./webhook-events"

const Reason = z.object({ reason: z.string().min(1).max(128) })
const OptionalReason = z.object({ reason: z.string().min(1).max(128).optional() })

const CaptureBody = z.object({
  note: z.string().min(1).max(128),
  capture_type: z.literal("OUTSTANDING_BALANCE"),
  amount: MoneyBody,
})

/** Subscriptions v1: create, show, patch, revise, suspend, activate, cancel, capture, transactions. */
export function subscriptionRoutes(state: State) {
  const router = Router()
  const root = "/v1/billing/subscriptions"

  router.post(root, (request, response) => {
    const body = readBody(SubscriptionBody, request.body)
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: "subscriptions.create",
      keptFor: "PT72H",
      work: () => createSubscription(state, body).id,
    })
    const subscription = showSubscription(state, resourceId)
    const full = describeSubscription(state, subscription)
    const { id, status, create_time, links } = full
    response
      .status(repeated ? 200 : 201)
      .json(wantsRepresentation(request) ? full : { id, status, create_time, links })
  })

  router.get(`${root}/:id`, (request, response) => {
    const subscription = settle(state, showSubscription(state, request.params.id), state.clock.now())
    response.json(describeSubscription(state, subscription))
  })

  router.patch(`${root}/:id`, (request, response) => {
    patchSubscription(state, showSubscription(state, request.params.id), request.body)
    response.status(204).end()
  })

  router.post(`${root}/:id/revise`, (request, response) => {
    const subscription = showSubscription(state, request.params.id, "Requested resource ID was not found.")
    const body = readBody(ReviseBody, request.body)
    requireStatus(subscription, ["ACTIVE", "SUSPENDED"], "revise", "either active or suspended")
    const approval = requestRevision(state, subscription, body)
    response.json({
      plan_id: body.plan_id,
      plan_overridden: false,
      links: [approveLink(state, approval), ...subscriptionLinks(state, subscription)],
    })
  })

  router.post(`${root}/:id/suspend`, (request, response) => {
    const subscription = showSubscription(state, request.params.id)
    const { reason } = readBody(Reason, request.body)
    requireStatus(subscription, ["ACTIVE"], "suspend", "active")
    changeStatus(subscription, "SUSPENDED", { time: state.clock.stamp(), note: reason })
    announceSubscription(state, state.subscriptions.save(subscription), "SUSPENDED")
    response.status(204).end()
  })

  router.post(`${root}/:id/activate`, (request, response) => {
    const subscription = showSubscription(state, request.params.id)
    const { reason = null } = readBody(OptionalReason, request.body ?? {})
    state.together(() => activate(state, subscription, reason))
    response.status(204).end()
  })

  router.post(`${root}/:id/cancel`, (request, response) => {
    const subscription = showSubscription(state, request.params.id)
    const { reason } = readBody(Reason, request.body)
    requireStatus(subscription, ["ACTIVE", "SUSPENDED"], "cancel", "active or suspended")
    changeStatus(subscription, "CANCELLED", { time: state.clock.stamp(), note: reason })
    Object.assign(subscription.billing, { nextBillingAt: null, retryAt: null })
    announceSubscription(state, state.subscriptions.save(subscription), "CANCELLED")
    response.status(204).end()
  })

  router.post(`${root}/:id/capture`, (request, response) => {
    const subscription = showSubscription(state, request.params.id)
    const body = readBody(CaptureBody, request.body)
    const { resourceId } = rememberRequest(state, request, {
      call: `subscriptions.capture ${subscription.id}`,
      keptFor: "PT72H",
      work: () => captureOutstanding(state, subscription, body.amount).id,
    })
    const payment = state.payments.find(resourceId)
    if (!payment) throw notFound()
    response.json(describeTransaction(payment))
  })

  router.get(`${root}/:id/transactions`, (request, response) => {
    response.json(listTransactions(state, request, showSubscription(state, request.params.id)))
  })

  return router
}

function activate(state: State, subscription: Subscription, reason: string | null) {
  if (subscription.status === "APPROVED") {
    if (subscription.activatedBy === "system") {
      throw refused(
        "SUBSCRIPTION_CANNOT_BE_ACTIVATED",
        "This subscription should be activated by the system.",
      )
    }
    startBilling(state, subscription, state.clock.now())
    return
  }
  requireStatus(subscription, ["SUSPENDED"], "activate", "suspended")
  const threshold = planOf(state, subscription).payment_preferences.payment_failure_threshold
  if (threshold && subscription.billing.failedPayments >= threshold) {
    throw refused(
      "SUBSCRIPTION_CANNOT_BE_ACTIVATED",
      "Subscription cannot be activated after payment failure threshold has reached.",
    )
  }
  changeStatus(subscription, "ACTIVE", { time: state.clock.stamp(), note: reason })
  announceSubscription(state, state.subscriptions.save(subscription), "ACTIVATED")
}

function captureOutstanding(state: State, subscription: Subscription, amount: z.infer<typeof MoneyBody>) {
  requireStatus(subscription, ["ACTIVE", "SUSPENDED", "EXPIRED"], "capture", "active or suspended or expired")
  const { billing } = subscription
  if (toMinor(billing.outstanding) <= 0) {
    throw refused("ZERO_OUTSTANDING_BALANCE", "Current outstanding balance should be greater than zero.")
  }
  if (amount.currency_code !== billing.outstanding.currency_code) {
    throw refused(
      "CURRENCY_MISMATCH",
      "The currency code is different from the subscription's currency code.",
    )
  }
  if (toMinor(amount) > toMinor(billing.outstanding)) {
    throw refused(
      "AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE",
      "The capture amount can not be greater than the current outstanding balance.",
    )
  }
  const time = state.clock.stamp()
  if (subscription.nextPaymentFails > 0) {
    subscription.nextPaymentFails -= 1
    billing.lastFailedPayment = { amount, time }
    state.subscriptions.save(subscription)
    return recordPayment(state, subscription, { amount, time, declined: true })
  }
  billing.outstanding = plus(billing.outstanding, amount, -1)
  billing.lastPayment = { amount, time }
  if (toMinor(billing.outstanding) === 0) Object.assign(billing, { failedPayments: 0, retryAt: null })
  state.subscriptions.save(subscription)
  const payment = recordPayment(state, subscription, { amount, time, declined: false })
  announceSale(state, payment)
  return payment
}

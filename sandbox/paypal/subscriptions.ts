import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { recordPayment, settle, startBilling } from "./billing"
import { notFound, readBody, refused } from "./errors"
import { newId } from "./ids"
import { MoneyBody, moneyOf, plus, toMinor } from "./money"
import { rememberRequest, wantsRepresentation } from "./remembered-requests"
import { checkShopUrl } from "./shop-urls"
import {
  approveLink,
  changeStatus,
  describeSubscription,
  planOf,
  priceOf,
  requireStatus,
  type Subscription,
  showSubscription,
  subscriptionLinks,
} from "./subscription"
import { describeTransaction, listTransactions } from "./transactions"

const ApplicationContext = z.object({
  brand_name: z.string().min(1).max(127).default("Tutti"),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  user_action: z.enum(["CONTINUE", "SUBSCRIBE_NOW"]).default("SUBSCRIBE_NOW"),
  return_url: z.url().min(10).max(4000),
  cancel_url: z.url().min(10).max(4000),
})

const SubscriptionBody = z.object({
  plan_id: z.string().min(3).max(50),
  start_time: z.iso.datetime({ offset: true }).optional(),
  quantity: z
    .string()
    .max(32)
    .regex(/^[0-9]+$/)
    .optional(),
  custom_id: z
    .string()
    .min(1)
    .max(127)
    .regex(/^[\x20-\x7E]+$/)
    .optional(),
  application_context: ApplicationContext,
  /** Overriding a plan's prices is something the sandbox refuses rather than ignores. */
  plan: z.never().optional(),
})

const ReviseBody = z.object({
  plan_id: z.string().min(3).max(50),
  application_context: ApplicationContext,
  plan: z.never().optional(),
})

const Reason = z.object({ reason: z.string().min(1).max(128) })
const OptionalReason = z.object({ reason: z.string().min(1).max(128).optional() })

const CaptureBody = z.object({
  note: z.string().min(1).max(128),
  capture_type: z.literal("OUTSTANDING_BALANCE"),
  amount: MoneyBody,
})

/** Subscriptions v1: create, show, revise, suspend, activate, cancel, capture, transactions. */
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

  router.post(`${root}/:id/revise`, (request, response) => {
    const subscription = showSubscription(state, request.params.id, "Requested resource ID was not found.")
    const body = readBody(ReviseBody, request.body)
    requireStatus(subscription, ["ACTIVE", "SUSPENDED"], "revise", "either active or suspended")
    const approval = approvalOf(state, body.application_context)
    requireExchangeable(state, subscription.planId, body.plan_id)
    subscription.revision = { planId: body.plan_id, approval }
    state.subscriptions.save(subscription)
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
    state.subscriptions.save(subscription)
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
    state.subscriptions.save(subscription)
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

function createSubscription(state: State, body: z.infer<typeof SubscriptionBody>): Subscription {
  requireActivePlan(state, body.plan_id)
  if (body.quantity && !planOf(state, { planId: body.plan_id }).quantity_supported) {
    throw refused(
      "SUBSCRIPTION_CANNOT_HAVE_QUANTITY",
      "Subscription can't have quantity as the plan does not support quantity.",
    )
  }
  const time = state.clock.stamp()
  return state.subscriptions.save({
    id: newId.subscription(),
    planId: body.plan_id,
    status: "APPROVAL_PENDING",
    statusUpdateTime: time,
    statusChangeNote: null,
    customId: body.custom_id ?? null,
    quantity: body.quantity ?? "1",
    createTime: time,
    updateTime: time,
    startAt: body.start_time ? Date.parse(body.start_time) : state.clock.now(),
    brandName: body.application_context.brand_name,
    approval: approvalOf(state, body.application_context),
    activatedBy: body.application_context.user_action === "CONTINUE" ? "merchant" : "system",
    billing: {
      outstanding: moneyOf(0, priceOf(state, { planId: body.plan_id }).currency_code),
      failedPayments: 0,
      lastPayment: null,
      lastFailedPayment: null,
      nextBillingAt: null,
      retryAt: null,
      anchorAt: 0,
      periodsSinceAnchor: 0,
      anchoredTo: "",
      completedCycles: {},
    },
    revision: null,
    nextPaymentFails: 0,
  })
}

function approvalOf(state: State, context: z.infer<typeof ApplicationContext>) {
  return {
    agreementToken: newId.agreementToken(),
    token: newId.token(),
    returnUrl: checkShopUrl(state, context.return_url, "/application_context/return_url"),
    cancelUrl: checkShopUrl(state, context.cancel_url, "/application_context/cancel_url"),
    declined: false,
  }
}

function requireActivePlan(state: State, planId: string) {
  const plan = state.plans.find(planId)
  if (!plan) throw notFound()
  if (plan.status === "ACTIVE") return plan
  throw refused(
    "PLAN_STATUS_INVALID",
    "Invalid plan status for subscription creation; plan status should be active.",
  )
}

function requireExchangeable(state: State, currentId: string, wantedId: string) {
  if (!state.plans.find(wantedId)) throw notFound("Requested resource ID was not found.")
  const wanted = requireActivePlan(state, wantedId)
  if (wanted.product_id === planOf(state, { planId: currentId }).product_id) return
  throw refused("PLAN_PRODUCT_NOT_COMPATIBLE", "The old and the new plans should be for the same product.")
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
  state.subscriptions.save(subscription)
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
  billing.outstanding = plus(billing.outstanding, amount, -1)
  billing.lastPayment = { amount, time }
  if (toMinor(billing.outstanding) === 0) Object.assign(billing, { failedPayments: 0, retryAt: null })
  state.subscriptions.save(subscription)
  return recordPayment(state, subscription, { amount, time, declined: false })
}

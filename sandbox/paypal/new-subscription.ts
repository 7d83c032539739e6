import { z } from "zod"
import type { State } from "../state"
import { notFound, refused } from "./errors"
import { newId } from "./ids"
import { MoneyBody, moneyOf } from "./money"
import { checkShopUrl } from "./shop-urls"
import { planOf, priceOf, type Subscription } from "./subscription"
import { announceSubscription } from "./webhook-events"

const ApplicationContext = z.object({
  brand_name: z.string().min(1).max(127).default("Tutti"),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  user_action: z.enum(["CONTINUE", "SUBSCRIBE_NOW"]).default("SUBSCRIBE_NOW"),
  return_url: z.url().min(10).max(4000),
  cancel_url: z.url().min(10).max(4000),
})

export const SubscriptionBody = z.object({
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
  /** Of a plan only the fee at the beginning can be overridden; anything else is refused rather than ignored. */
  plan: z
    .strictObject({
      payment_preferences: z.strictObject({
        setup_fee: MoneyBody,
        setup_fee_failure_action: z.enum(["CONTINUE", "CANCEL"]).default("CANCEL"),
      }),
    })
    .optional(),
})

export const ReviseBody = z.object({
  plan_id: z.string().min(3).max(50),
  application_context: ApplicationContext,
  plan: z.never().optional(),
})

/** A subscription begins APPROVAL_PENDING; nothing is owed until the buyer has agreed. */
export function createSubscription(state: State, body: z.infer<typeof SubscriptionBody>): Subscription {
  requireActivePlan(state, body.plan_id)
  if (body.quantity && !planOf(state, { planId: body.plan_id }).quantity_supported) {
    throw refused(
      "SUBSCRIPTION_CANNOT_HAVE_QUANTITY",
      "Subscription can't have quantity as the plan does not support quantity.",
    )
  }
  const fee = body.plan?.payment_preferences
  const time = state.clock.stamp()
  const created = state.subscriptions.save({
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
    ...(fee && { setupFee: { amount: fee.setup_fee, onFailure: fee.setup_fee_failure_action } }),
    revision: null,
    nextPaymentFails: 0,
  })
  announceSubscription(state, created, "CREATED")
  return created
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

/** Asks the buyer for another plan of the same product; the subscription keeps its plan until they agree. */
export function requestRevision(state: State, subscription: Subscription, body: z.infer<typeof ReviseBody>) {
  const approval = approvalOf(state, body.application_context)
  requireExchangeable(state, subscription.planId, body.plan_id)
  state.subscriptions.save({ ...subscription, revision: { planId: body.plan_id, approval } })
  return approval
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
  const plan = requireActivePlan(state, wantedId)
  if (plan.product_id === planOf(state, { planId: currentId }).product_id) return
  throw refused("PLAN_PRODUCT_NOT_COMPATIBLE", "The old and the new plans should be for the same product.")
}

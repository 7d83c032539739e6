import { stampOf } from "../clock"
import type { Collection } from "../database"
import { notFound, refused } from "./errors"
import type { Money } from "./money"
import { buyer } from "./payment"
import { type Plan, regularCycle } from "./plan"

/** What a subscription uses of the state. */
export type SubscriptionState = {
  subscriptions: Collection<Subscription>
  plans: Collection<Plan>
  origin: string
}

type SubscriptionStatus = "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED"

/** A buyer's standing agreement to pay for a plan. Instants named `…At` are UTC ms, `…Time` are PayPal stamps. */
export type Subscription = {
  id: string
  planId: string
  status: SubscriptionStatus
  statusUpdateTime: string
  statusChangeNote: string | null
  customId: string | null
  quantity: string
  createTime: string
  updateTime: string
  startAt: number
  brandName: string
  /** What the buyer is asked, and where they are sent afterwards. */
  approval: Approval
  /** Who turns an approved subscription into an active one; the shop does when it asked for user_action CONTINUE. */
  activatedBy: "system" | "merchant"
  billing: Billing
  /** Paid once, when the subscription becomes active, whenever its periods begin. */
  setupFee?: { amount: Money; onFailure: "CONTINUE" | "CANCEL" }
  /** A plan change the buyer has not agreed to yet. */
  revision: { planId: string; approval: Approval } | null
  /** How many of the coming payments the test wants to see declined. */
  nextPaymentFails: number
}

export type Approval = {
  agreementToken: string
  token: string
  returnUrl: string
  cancelUrl: string
  /** The card was declined and the buyer has not tried another. */
  declined: boolean
}

export type Billing = {
  outstanding: Money
  failedPayments: number
  lastPayment: { amount: Money; time: string } | null
  lastFailedPayment: { amount: Money; time: string } | null
  nextBillingAt: number | null
  retryAt: number | null
  /** Due dates are counted from here, so that the 31st does not drift to the 28th. */
  anchorAt: number
  periodsSinceAnchor: number
  /** The plan and cycle the anchor belongs to. */
  anchoredTo: string
  completedCycles: Record<string, number>
}

export function showSubscription(state: SubscriptionState, id: string, description?: string) {
  const subscription = state.subscriptions.find(id)
  if (!subscription) throw notFound(description)
  return subscription
}

export function planOf(state: SubscriptionState, subscription: { planId: string }): Plan {
  const plan = state.plans.find(subscription.planId)
  if (!plan) throw new Error(`Plan ${subscription.planId} has vanished`)
  return plan
}

/** Refuses when the subscription is not in one of the states, with the words PayPal has for this call. */
export function requireStatus(
  subscription: Subscription,
  statuses: SubscriptionStatus[],
  verb: string,
  allowed: string,
) {
  if (statuses.includes(subscription.status)) return
  throw refused(
    "SUBSCRIPTION_STATUS_INVALID",
    `Invalid subscription status for ${verb} action; subscription status should be ${allowed}.`,
  )
}

export function changeStatus(
  subscription: Subscription,
  status: SubscriptionStatus,
  { time, note = null }: { time: string; note?: string | null },
) {
  subscription.status = status
  subscription.statusUpdateTime = time
  subscription.updateTime = time
  subscription.statusChangeNote = note
}

/** The body of GET /v1/billing/subscriptions/{id}. */
export function describeSubscription(state: SubscriptionState, subscription: Subscription) {
  const approved = subscription.status !== "APPROVAL_PENDING"
  return {
    id: subscription.id,
    status: subscription.status,
    status_update_time: subscription.statusUpdateTime,
    ...(subscription.statusChangeNote && { status_change_note: subscription.statusChangeNote }),
    plan_id: subscription.planId,
    start_time: stampOf(subscription.startAt),
    quantity: subscription.quantity,
    ...(subscription.customId && { custom_id: subscription.customId }),
    ...(approved && {
      subscriber: {
        email_address: buyer.email,
        payer_id: buyer.payerId,
        name: { given_name: buyer.givenName, surname: buyer.surname },
      },
      billing_info: describeBilling(planOf(state, subscription), subscription.billing),
    }),
    create_time: subscription.createTime,
    update_time: subscription.updateTime,
    plan_overridden: subscription.setupFee !== undefined,
    links: subscriptionLinks(state, subscription),
  }
}

function describeBilling(plan: Plan, billing: Billing) {
  return {
    outstanding_balance: billing.outstanding,
    cycle_executions: plan.billing_cycles.map((cycle) => {
      const completed = billing.completedCycles[`${plan.id}/${cycle.sequence}`] ?? 0
      return {
        tenure_type: cycle.tenure_type,
        sequence: cycle.sequence,
        cycles_completed: completed,
        cycles_remaining: Math.max(0, cycle.total_cycles - completed),
        ...(cycle.pricing_scheme && { current_pricing_scheme_version: cycle.pricing_scheme.version }),
        total_cycles: cycle.total_cycles,
      }
    }),
    ...(billing.lastPayment && { last_payment: billing.lastPayment }),
    ...(billing.nextBillingAt && { next_billing_time: stampOf(billing.nextBillingAt) }),
    failed_payments_count: billing.failedPayments,
    ...(billing.lastFailedPayment && {
      last_failed_payment: {
        ...billing.lastFailedPayment,
        reason_code: "PAYMENT_DENIED",
        ...(billing.retryAt && { next_payment_retry_time: stampOf(billing.retryAt) }),
      },
    }),
  }
}

/** What may be done next, on the sandbox's own origin. */
export function subscriptionLinks(state: SubscriptionState, subscription: Subscription) {
  const self = `${state.origin}/paypal/v1/billing/subscriptions/${subscription.id}`
  const post = (verb: string) => ({ href: `${self}/${verb}`, rel: verb, method: "POST" })
  const own = { href: self, rel: "self", method: "GET" }
  const edit = { href: self, rel: "edit", method: "PATCH" }
  if (subscription.status === "APPROVAL_PENDING")
    return [approveLink(state, subscription.approval), edit, own]
  if (subscription.status === "ACTIVE") return [post("cancel"), edit, own, post("suspend"), post("capture")]
  if (subscription.status === "SUSPENDED")
    return [post("cancel"), edit, own, post("activate"), post("capture")]
  return [own]
}

export function approveLink(state: SubscriptionState, approval: Approval) {
  const href = `${state.origin}/paypal/webapps/billing/subscriptions?ba_token=${approval.agreementToken}`
  return { href, rel: "approve", method: "GET" }
}

/** The price of one regular period. */
export function priceOf(state: SubscriptionState, subscription: { planId: string }) {
  return regularCycle(planOf(state, subscription)).pricing_scheme.fixed_price
}

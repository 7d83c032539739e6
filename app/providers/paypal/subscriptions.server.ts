import { z } from "zod"
import type { PlanSales, ProviderSubscription } from "../plan-sales"
import { callPayPal } from "./http.server"
import { fromPayPal, toPayPal } from "./paypal-money"
import { trustedLink } from "./provider-pages.server"

// Subscriptions v1: a school's standing agreement to pay for a plan.

const root = "/v1/billing/subscriptions"

const SubscriptionBody = z.object({
  id: z.string().min(1).max(64),
  status: z.enum(["APPROVAL_PENDING", "APPROVED", "ACTIVE", "SUSPENDED", "CANCELLED", "EXPIRED"]),
  plan_id: z.string().optional(),
  custom_id: z.string().optional(),
  billing_info: z
    .object({
      last_payment: z
        .object({
          amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32) }),
          time: z.iso.datetime({ offset: true }).optional(),
        })
        .optional(),
      next_billing_time: z.iso.datetime({ offset: true }).optional(),
      failed_payments_count: z.number().int().min(0).default(0),
      outstanding_balance: z
        .object({ currency_code: z.string().length(3), value: z.string().max(32) })
        .optional(),
      last_failed_payment: z
        .object({
          amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32) }),
          time: z.iso.datetime({ offset: true }),
          next_payment_retry_time: z.iso.datetime({ offset: true }).optional(),
        })
        .optional(),
    })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

/** A repeat with the same `requestId` gives the same one for 72 hours. */
export const createSubscription: PlanSales["create"] = async (requested) => {
  const { later } = requested
  const answer = await callPayPal({
    method: "POST",
    path: root,
    requestId: requested.requestId,
    answer: SubscriptionBody,
    body: {
      plan_id: requested.planId,
      custom_id: requested.customId,
      ...(later && {
        start_time: `${new Date(later.startsAt).toISOString().slice(0, 19)}Z`,
        plan: {
          payment_preferences: {
            setup_fee: toPayPal(later.feeMinor, later.currency),
            setup_fee_failure_action: "CANCEL",
          },
        },
      }),
      application_context: {
        brand_name: "Tutti",
        user_action: "SUBSCRIBE_NOW",
        shipping_preference: "NO_SHIPPING",
        return_url: requested.returnUrl,
        cancel_url: requested.cancelUrl,
      },
    },
  })
  return subscriptionOf(answer)
}

export const showSubscription: PlanSales["show"] = async (subscriptionId) => {
  const path = `${root}/${encodeURIComponent(subscriptionId)}`
  return subscriptionOf(await callPayPal({ method: "GET", path, answer: SubscriptionBody }))
}

const tell =
  (step: "cancel" | "suspend" | "activate") =>
  async (subscriptionId: string, reason: string): Promise<void> => {
    const path = `${root}/${encodeURIComponent(subscriptionId)}/${step}`
    await callPayPal({ method: "POST", path, body: { reason: reason.slice(0, 128) }, answer: z.unknown() })
  }

export const cancelSubscription: PlanSales["cancel"] = tell("cancel")
export const suspendSubscription: PlanSales["suspend"] = tell("suspend")
export const activateSubscription: PlanSales["activate"] = tell("activate")

/** PayPal answers with the payment, or with nothing while it decides. */
export const captureOutstanding: PlanSales["captureOutstanding"] = async (
  subscriptionId,
  { requestId, amountMinor, currency },
) => {
  const path = `${root}/${encodeURIComponent(subscriptionId)}/capture`
  const body = {
    note: "The school asked to pay what is due.",
    capture_type: "OUTSTANDING_BALANCE",
    amount: toPayPal(amountMinor, currency),
  }
  await callPayPal({ method: "POST", path, requestId, body, answer: z.unknown() })
}

const RevisionBody = z.object({
  plan_id: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

export const reviseSubscription: PlanSales["revise"] = async (subscriptionId, requested) => {
  const answer = await callPayPal({
    method: "POST",
    path: `${root}/${encodeURIComponent(subscriptionId)}/revise`,
    requestId: requested.requestId,
    answer: RevisionBody,
    body: {
      plan_id: requested.planId,
      application_context: {
        brand_name: "Tutti",
        user_action: "SUBSCRIBE_NOW",
        shipping_preference: "NO_SHIPPING",
        return_url: requested.returnUrl,
        cancel_url: requested.cancelUrl,
      },
    },
  })
  return { approveUrl: trustedLink(answer.links, "approve") }
}

const TransactionsBody = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string().min(1).max(64),
        status: z.string().max(64),
        amount_with_breakdown: z.object({
          gross_amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32) }),
        }),
        time: z.iso.datetime({ offset: true }),
      }),
    )
    .default([]),
})

export const listSubscriptionTransactions: PlanSales["listTransactions"] = async (
  subscriptionId,
  from,
  to,
) => {
  const between = new URLSearchParams({
    start_time: new Date(from).toISOString(),
    end_time: new Date(to).toISOString(),
  })
  const path = `${root}/${encodeURIComponent(subscriptionId)}/transactions?${between}`
  const answer = await callPayPal({ method: "GET", path, answer: TransactionsBody })
  return answer.transactions.map(({ id, status, amount_with_breakdown: { gross_amount: gross }, time }) => ({
    id,
    status,
    amountMinor: fromPayPal(gross),
    currency: gross.currency_code,
    paidAt: Date.parse(time),
  }))
}

function subscriptionOf(body: z.output<typeof SubscriptionBody>): ProviderSubscription {
  const paid = body.billing_info?.last_payment?.amount
  const next = body.billing_info?.next_billing_time
  const failure = body.billing_info?.last_failed_payment
  const outstanding = body.billing_info?.outstanding_balance
  return {
    subscriptionId: body.id,
    status: body.status,
    planId: body.plan_id ?? null,
    customId: body.custom_id ?? null,
    lastPayment: paid ? { amountMinor: fromPayPal(paid), currency: paid.currency_code } : null,
    lastPaidAt: body.billing_info?.last_payment?.time
      ? Date.parse(body.billing_info.last_payment.time)
      : null,
    failedPayments: body.billing_info?.failed_payments_count ?? 0,
    lastFailure: failure
      ? {
          amountMinor: fromPayPal(failure.amount),
          currency: failure.amount.currency_code,
          failedAt: Date.parse(failure.time),
          nextTryAt: failure.next_payment_retry_time ? Date.parse(failure.next_payment_retry_time) : null,
        }
      : null,
    outstandingMinor: outstanding ? fromPayPal(outstanding) : 0,
    nextBillingAt: next ? Date.parse(next) : null,
    approveUrl: trustedLink(body.links, "approve"),
  }
}

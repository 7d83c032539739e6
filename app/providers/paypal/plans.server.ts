import { z } from "zod"
import type { PlanSales } from "../plan-sales"
import { callPayPal } from "./http.server"
import { toPayPal } from "./paypal-money"

// Billing plans v1: what can be subscribed to.

const root = "/v1/billing/plans"

const PlanBody = z.object({
  product_id: z.string().min(1),
  payment_preferences: z.object({ payment_failure_threshold: z.number().int().min(0).optional() }).optional(),
})

const CreatedPlan = z.object({ id: z.string().min(3).max(50) })

/**
 * Makes a plan like another of ours, but with its first payments at a lower price: PayPal's discounted trial cycles
 * (https://developer.paypal.com/docs/subscriptions/customize/trial-period), after which the regular cycle begins by itself.
 * It is of the same product, so that a subscription can move between the two. A repeat with the same `requestId` (valid 72
 * hours) gives the same plan.
 */
export const createDiscountedPlan: PlanSales["createDiscountedPlan"] = async (requested) => {
  const { interval, firstMinor, periods, regularMinor, currency } = requested
  const like = await callPayPal({
    method: "GET",
    path: `${root}/${encodeURIComponent(requested.likePlanId)}`,
    answer: PlanBody,
  })
  const frequency = { interval_unit: interval === "yearly" ? "YEAR" : "MONTH", interval_count: 1 }
  const { id } = await callPayPal({
    method: "POST",
    path: root,
    requestId: requested.requestId,
    answer: CreatedPlan,
    body: {
      product_id: like.product_id,
      name: requested.name.slice(0, 127),
      status: "ACTIVE",
      billing_cycles: [
        {
          frequency,
          tenure_type: "TRIAL",
          sequence: 1,
          total_cycles: periods,
          // A free trial cycle has no price.
          ...(firstMinor > 0 && { pricing_scheme: { fixed_price: toPayPal(firstMinor, currency) } }),
        },
        {
          frequency,
          tenure_type: "REGULAR",
          sequence: 2,
          total_cycles: 0,
          pricing_scheme: { fixed_price: toPayPal(regularMinor, currency) },
        },
      ],
      payment_preferences: {
        auto_bill_outstanding: true,
        setup_fee_failure_action: "CANCEL",
        payment_failure_threshold: like.payment_preferences?.payment_failure_threshold ?? 1,
      },
    },
  })
  return id
}

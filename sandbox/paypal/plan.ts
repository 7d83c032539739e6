import { z } from "zod"
import { type PlanInterval, planCatalogue } from "../../app/models/accounts/plan/plan-catalogue"
import type { Clock } from "../clock"
import type { Collection } from "../database"
import { type Money, MoneyBody, moneyOf } from "./money"
import type { Product } from "./product"

/** What a plan uses of the state. */
type PlanState = { clock: Clock; plans: Collection<Plan>; products: Collection<Product>; origin: string }

export const PricingScheme = z.object({ fixed_price: MoneyBody })

const BillingCycle = z.object({
  frequency: z.object({
    interval_unit: z.enum(["DAY", "WEEK", "MONTH", "YEAR"]),
    interval_count: z.int().min(1).max(365).default(1),
  }),
  tenure_type: z.enum(["REGULAR", "TRIAL"]),
  sequence: z.int().min(1).max(99),
  total_cycles: z.int().min(0).max(999).default(1),
  /** Absent on a free trial. */
  pricing_scheme: PricingScheme.optional(),
})

export type BillingCycle = Omit<z.infer<typeof BillingCycle>, "pricing_scheme"> & {
  pricing_scheme?: { version: number; fixed_price: Money; create_time: string; update_time: string }
}

export const PlanBody = z.object({
  product_id: z.string().min(6).max(50),
  name: z.string().min(1).max(127),
  status: z.enum(["CREATED", "INACTIVE", "ACTIVE"]).default("ACTIVE"),
  description: z.string().min(1).max(127).optional(),
  billing_cycles: z.array(BillingCycle).min(1).max(12),
  payment_preferences: z.object({
    auto_bill_outstanding: z.boolean().default(true),
    setup_fee: MoneyBody.optional(),
    setup_fee_failure_action: z.enum(["CONTINUE", "CANCEL"]).default("CANCEL"),
    payment_failure_threshold: z.int().min(0).max(999).default(0),
  }),
  taxes: z.object({ percentage: z.string(), inclusive: z.boolean().default(true) }).optional(),
  quantity_supported: z.boolean().default(false),
})

/** What can be subscribed to. Only an ACTIVE plan takes new subscriptions. */
export type Plan = Omit<z.infer<typeof PlanBody>, "billing_cycles"> & {
  id: string
  billing_cycles: BillingCycle[]
  create_time: string
  update_time: string
}

/** Gives each price the version and times PayPal keeps with it. */
export function withPricingVersions(
  cycles: z.infer<typeof PlanBody>["billing_cycles"],
  at: string,
): BillingCycle[] {
  return cycles.map(({ pricing_scheme, ...cycle }) => ({
    ...cycle,
    ...(pricing_scheme && {
      pricing_scheme: {
        version: 1,
        fixed_price: pricing_scheme.fixed_price,
        create_time: at,
        update_time: at,
      },
    }),
  }))
}

/** The cycle that goes on after any trial. Every plan has exactly one. */
export function regularCycle(plan: Plan) {
  const cycle = plan.billing_cycles.find((each) => each.tenure_type === "REGULAR")
  if (!cycle?.pricing_scheme) throw new Error(`Plan ${plan.id} has no regular price`)
  return { ...cycle, pricing_scheme: cycle.pricing_scheme }
}

export function describePlan(state: PlanState, plan: Plan) {
  const href = `${state.origin}/paypal/v1/billing/plans/${plan.id}`
  return {
    ...plan,
    links: [
      { href, rel: "self", method: "GET" },
      plan.status === "ACTIVE"
        ? { href: `${href}/deactivate`, rel: "deactivate", method: "POST" }
        : { href: `${href}/activate`, rel: "activate", method: "POST" },
    ],
  }
}

const intervals: Record<PlanInterval, { label: string; unit: "MONTH" | "YEAR" }> = {
  monthly: { label: "Monthly", unit: "MONTH" },
  yearly: { label: "Yearly", unit: "YEAR" },
}

/** Puts the plans the shop sells in place, all of one product so that each can be exchanged for another. */
export function seedCatalogue(state: PlanState) {
  if (state.products.list().length) return
  const at = state.clock.stamp()
  const stamps = { create_time: at, update_time: at }
  state.products.save({ id: "PROD-TUTTI", name: "Tutti", type: "SERVICE", category: "SOFTWARE", ...stamps })
  for (const { name, prices } of Object.values(planCatalogue)) {
    for (const interval of ["monthly", "yearly"] as const) {
      const { amountMinor, providerPlanId } = prices[interval]
      state.plans.save({
        id: providerPlanId,
        product_id: "PROD-TUTTI",
        name: `${name} ${intervals[interval].label}`,
        status: "ACTIVE",
        billing_cycles: withPricingVersions(
          [
            {
              frequency: { interval_unit: intervals[interval].unit, interval_count: 1 },
              tenure_type: "REGULAR",
              sequence: 1,
              total_cycles: 0,
              pricing_scheme: { fixed_price: moneyOf(amountMinor, "USD") },
            },
          ],
          at,
        ),
        payment_preferences: {
          auto_bill_outstanding: true,
          setup_fee_failure_action: "CANCEL",
          payment_failure_threshold: 1,
        },
        quantity_supported: false,
        ...stamps,
      })
    }
  }
}

import { env } from "~/utils/env.server"
import type { PlanInterval, PlanKey } from "./plan-catalogue"
import { priceOf } from "./plan-price.server"

// On a development host one sandbox plan may stand in for every plan of ours (spec §7). It has a price of its own, which
// is play money; the settings refuse it beside live keys and on any other host.

/** The provider's plan that is subscribed to for one of ours. */
export const providerPlanOf = (plan: PlanKey, interval: PlanInterval): string =>
  env().PAYPAL_SANDBOX_PLAN_ID || priceOf(plan, interval).providerPlanId

export const isSandboxPlan = (providerPlanId: string): boolean =>
  providerPlanId !== "" && providerPlanId === env().PAYPAL_SANDBOX_PLAN_ID

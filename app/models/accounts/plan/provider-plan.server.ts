import { env } from "~/utils/env.server"
import type { PlanInterval, PlanKey } from "./plan-catalogue"
import { priceOf } from "./plan-price.server"

// On a development host, one sandbox plan may replace each of our plans (spec §7). Its price is
// play money; the settings refuse it with live keys and on any other host.

/** The provider's plan that is subscribed to for one of ours. */
export const providerPlanOf = (plan: PlanKey, interval: PlanInterval): string =>
  env().PAYPAL_SANDBOX_PLAN_ID || priceOf(plan, interval).providerPlanId

export const isSandboxPlan = (providerPlanId: string): boolean =>
  providerPlanId !== "" && providerPlanId === env().PAYPAL_SANDBOX_PLAN_ID

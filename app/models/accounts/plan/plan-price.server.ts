import { env } from "~/utils/env.server"
import { type PlanInterval, type PlanKey, planCatalogue, planIntervals, planKeys } from "./plan-catalogue"

// What we sell a plan for: as the settings say, else at the catalogue's price, which is the specification's fallback.

/** Minor units of USD, and the provider's own plan. */
export const priceOf = (
  plan: PlanKey,
  interval: PlanInterval,
): { amountMinor: number; providerPlanId: string } =>
  env().PAYPAL_PLANS[`${plan}.${interval}`] ?? planCatalogue[plan].prices[interval]

/** Whether every price is the specification's own, with the savings it states. */
export const pricesAreFallback = (): boolean =>
  planKeys.every((plan) =>
    planIntervals.every(
      (interval) => priceOf(plan, interval).amountMinor === planCatalogue[plan].prices[interval].amountMinor,
    ),
  )

/** Which plan and interval the provider's plan is; undefined for one that is not ours. */
export function planOfProvider(
  providerPlanId: string,
): { plan: PlanKey; interval: PlanInterval } | undefined {
  for (const plan of planKeys)
    for (const interval of planIntervals)
      if (priceOf(plan, interval).providerPlanId === providerPlanId) return { plan, interval }
  return undefined
}

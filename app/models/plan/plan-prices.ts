import { type PlanInterval, type PlanKey, planCatalogue, planKeys } from "./plan-catalogue"
import { planOffer } from "./plan-offer"

/** One price as the plans call answers it (spec §3): as shown, as a number of dollars, and the provider's plan. */
export type PlanPrice = { price: string; numericPrice: number; paypalPlanId: string }

/** The answer of `GET /api/auth/plans`: every plan by its key, each monthly and yearly. */
export function planPrices(): Record<PlanKey, Record<PlanInterval, PlanPrice>> {
  return Object.fromEntries(
    planKeys.map((key) => [key, { monthly: priceOf(key, "monthly"), yearly: priceOf(key, "yearly") }]),
  ) as Record<PlanKey, Record<PlanInterval, PlanPrice>>
}

function priceOf(key: PlanKey, interval: PlanInterval): PlanPrice {
  const { amountMinor, providerPlanId } = planCatalogue[key].prices[interval]
  return {
    price: planOffer(key).price[interval],
    numericPrice: amountMinor / 100,
    paypalPlanId: providerPlanId,
  }
}

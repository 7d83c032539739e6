import { type PlanInterval, type PlanKey, planKeys } from "./plan-catalogue"
import { planOffer } from "./plan-offer.server"
import { priceOf } from "./plan-price.server"

/** One price as the plans call answers it (spec §3): as shown, as a number of dollars, and the provider's plan. */
export type PlanPrice = { price: string; numericPrice: number; paypalPlanId: string }

/** The answer of `GET /api/auth/plans`: every plan by its key, each monthly and yearly. */
export function planPrices(): Record<PlanKey, Record<PlanInterval, PlanPrice>> {
  return Object.fromEntries(
    planKeys.map((key) => [key, { monthly: answerOf(key, "monthly"), yearly: answerOf(key, "yearly") }]),
  ) as Record<PlanKey, Record<PlanInterval, PlanPrice>>
}

function answerOf(key: PlanKey, interval: PlanInterval): PlanPrice {
  const { amountMinor, providerPlanId } = priceOf(key, interval)
  return {
    price: planOffer(key).price[interval],
    numericPrice: amountMinor / 100,
    paypalPlanId: providerPlanId,
  }
}

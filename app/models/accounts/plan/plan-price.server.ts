import { env } from "~/utils/env.server"
import { usualFormats } from "~/utils/formats"
import { currencySymbol, formatMoney } from "~/utils/money"
import { type PlanInterval, type PlanKey, planCatalogue, planIntervals, planKeys } from "./plan-catalogue"

// What we sell a plan for: as the settings say, else at the catalogue's price, which is the specification's fallback.

/** Minor units of USD, and the provider's own plan. */
export const priceOf = (
  plan: PlanKey,
  interval: PlanInterval,
): { amountMinor: number; providerPlanId: string } =>
  env().PAYPAL_PLANS[`${plan}.${interval}`] ?? planCatalogue[plan].prices[interval]

/** What a subscription with a plan costs in each of its periods; 0 without one. Minor units of USD. */
export const priceMinorOf = ({
  plan,
  interval,
}: {
  plan: PlanKey | null
  interval: PlanInterval | null
}): number => (plan && interval ? priceOf(plan, interval).amountMinor : 0)

/** Whether every price is the specification's own, with the savings it states. */
const pricesAreFallback = (): boolean =>
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

// On a development host, one sandbox plan may replace each of our plans (spec §7). Its price is
// play money; the settings refuse it with live keys and on any other host.

/** The provider's plan that is subscribed to for one of ours. */
export const providerPlanOf = (plan: PlanKey, interval: PlanInterval): string =>
  env().PAYPAL_SANDBOX_PLAN_ID || priceOf(plan, interval).providerPlanId

export const isSandboxPlan = (providerPlanId: string): boolean =>
  providerPlanId !== "" && providerPlanId === env().PAYPAL_SANDBOX_PLAN_ID

// The plans as a visitor reads them. Savings are counted from the prices; at today's prices they are the texts of spec §9.

export type PlanOffer = {
  key: PlanKey
  name: string
  /** As shown: "$29", "$9.99". */
  price: Record<PlanInterval, string>
  /** With both decimals, as a total. */
  total: Record<PlanInterval, string>
  /** What a year costs less than twelve months: "$199". */
  saving: string
  savingPercent: number
  features: string[]
  isPopular: boolean
}

const currency = "USD"

/** An amount that a school pays us, written as its plans' prices are, whatever its own formats. */
export const platformMoney = (amountMinor: number, inCurrency: string = currency): string =>
  formatMoney(amountMinor, inCurrency, usualFormats)

/** An amount without decimals when there are none to show. */
const short = (amountMinor: number): string =>
  amountMinor % 100 === 0 ? `${currencySymbol(currency)}${amountMinor / 100}` : platformMoney(amountMinor)

export function planOffer(key: PlanKey): PlanOffer {
  const { name, features } = planCatalogue[key]
  const [monthly, yearly] = [priceOf(key, "monthly"), priceOf(key, "yearly")]
  const savedMinor = 12 * monthly.amountMinor - yearly.amountMinor
  return {
    key,
    name,
    price: { monthly: short(monthly.amountMinor), yearly: short(yearly.amountMinor) },
    total: {
      monthly: platformMoney(monthly.amountMinor),
      yearly: platformMoney(yearly.amountMinor),
    },
    saving: short(savedMinor),
    savingPercent: Math.round((100 * savedMinor) / (12 * monthly.amountMinor)),
    features,
    isPopular: key === "professional",
  }
}

/** The plans offered to a kind of school (spec §2, "Plan selection"). */
export const plansFor = (kind: "school" | "solo"): PlanKey[] =>
  kind === "solo" ? ["soloTeacher"] : ["standard", "professional"]

/** How the saving is put on a plan's own card. */
export const savingText = ({ key, saving, savingPercent }: PlanOffer): string =>
  key === "soloTeacher" ? `${savingPercent}% saving, Save ${saving} compared to monthly` : `Save ${saving}`

/** The line beside the yearly toggle. */
export function mostSaved(offers: PlanOffer[]): string {
  const dearest = offers.at(-1)
  if (!dearest) return ""
  return offers.length === 1 ? savingText(dearest) : `Save up to ${dearest.saving}`
}

/** The landing page's line beside the yearly toggle: the specification's words at its prices, else the largest saving. */
export const landingSaving = (offers: PlanOffer[]): string =>
  pricesAreFallback()
    ? "Save up to 40%"
    : `Save up to ${Math.max(...offers.map(({ savingPercent }) => savingPercent))}%`

/** "Standard, yearly" for what that costs today; undefined for another amount. Minor units of USD. */
export function planText(amountMinor: number): string | undefined {
  for (const key of planKeys)
    for (const interval of planIntervals)
      if (priceOf(key, interval).amountMinor === amountMinor) return `${planCatalogue[key].name}, ${interval}`
  return undefined
}

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

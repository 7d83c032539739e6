import { usualFormats } from "~/utils/formats"
import { currencySymbol, formatMoney } from "~/utils/money"
import { type PlanInterval, type PlanKey, planCatalogue, planIntervals, planKeys } from "./plan-catalogue"
import { priceOf, pricesAreFallback } from "./plan-price.server"

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

/** An amount without decimals when there are none to show. */
const short = (amountMinor: number): string =>
  amountMinor % 100 === 0
    ? `${currencySymbol(currency)}${amountMinor / 100}`
    : formatMoney(amountMinor, currency, usualFormats)

export function planOffer(key: PlanKey): PlanOffer {
  const { name, features } = planCatalogue[key]
  const [monthly, yearly] = [priceOf(key, "monthly"), priceOf(key, "yearly")]
  const savedMinor = 12 * monthly.amountMinor - yearly.amountMinor
  return {
    key,
    name,
    price: { monthly: short(monthly.amountMinor), yearly: short(yearly.amountMinor) },
    total: {
      monthly: formatMoney(monthly.amountMinor, currency, usualFormats),
      yearly: formatMoney(yearly.amountMinor, currency, usualFormats),
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

import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { TrialOffer } from "~/models/people/enrollment-form/enrollment-form"
import type { TrialPrice } from "~/models/people/inquiry/inquiry-draft.server"
import { formatMoney } from "~/utils/money"
import { findTrialPrice } from "../price/trial-price.server"

/** What a trial lesson of an offer costs the family: with tax that is added, nothing where the school's trials are free. */
export function trialPriceOf(actor: Actor, { priceMinor }: Pick<TrialOffer, "priceMinor">): TrialPrice {
  if (findTrialPrice(actor) === "free" || priceMinor === 0) return 0
  if (priceMinor === null) return null
  return withTax(priceMinor, readTaxes(actor)({ taxRateId: null, isTaxFree: false })).amountMinor
}

/** "free" or "$ 35.00"; null where nothing is said. */
export const trialPriceText = (actor: Actor, price: TrialPrice): string | null =>
  price === 0 ? "free" : price === null ? null : formatMoney(price, actor.school.currency)

import type { BillingMode } from "~/models/class/class"
import type { Price } from "~/models/price/price"
import { formatMoney } from "~/utils/money"

// What a class is called where. Safe in the browser.

/** A solo teacher gives lessons, a school holds classes. */
export const classNoun = (isSolo: boolean) =>
  isSolo
    ? { one: "lesson", many: "lessons", title: "Lessons" }
    : { one: "class", many: "classes", title: "Classes" }

export const billingWords: Record<BillingMode, string> = {
  per_session: "Per session",
  monthly: "Flat, by the month",
  package: "Package",
}

const per: Record<BillingMode, string> = {
  per_session: "per lesson",
  monthly: "a month",
  package: "a package",
}

/** "$45.00 per lesson" */
export const priceInWords = (price: Price | null, currency: string): string =>
  price ? `${formatMoney(price.amountMinor, currency)} ${per[price.billing]}` : "no price yet"

export const billingChoices = Object.entries(billingWords).map(([value, label]) => ({ value, label }))

import type { BillingMode } from "~/models/teaching/price/price"

// What a class is called where. Safe in the browser.

export { priceText } from "~/models/teaching/price/price-text"

/** A solo teacher gives lessons, a school holds classes. */
export const classNoun = (isSolo: boolean) =>
  isSolo
    ? { one: "lesson", many: "lessons", title: "Lessons" }
    : { one: "class", many: "classes", title: "Classes" }

export const billingLabels: Record<BillingMode, string> = {
  per_session: "Per lesson",
  monthly: "Monthly",
  package: "Package",
}

export const billingChoices = Object.entries(billingLabels).map(([value, label]) => ({ value, label }))

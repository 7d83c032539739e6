// Discounts by rule: for the second child on, for a student's second class on, or for one family. Each is a percentage or
// an amount off every charge it is for. Safe in the browser.

import { discountKinds, discountTargets } from "db/schema/choices"
import { rateText } from "~/models/accounts/tax/tax"
import { formatMoney, percentOf } from "~/utils/money"

export { discountKinds, discountTargets }
export type DiscountKind = (typeof discountKinds)[number]
export type DiscountTarget = (typeof discountTargets)[number]

/** The order in one sentence, wherever discounts are shown. */
export const stackingRule =
  "Discounts apply in this order, each to what’s left after the one before, and never take a charge below zero."

/** A rule that holds for a charge. Exactly one of `rate`, in thousandths of a percent, and `amountMinor` is set. */
export type Discount = { ruleId: string; name: string; rate: number | null; amountMinor: number | null }

/** What a discount took off, in minor units, and why, as a family reads it. */
export type TakenDiscount = { ruleId: string; reason: string; amountMinor: number }

/** A price less its discounts, one after the other; what takes nothing off is left out. */
export function discounted(
  priceMinor: number,
  discounts: readonly Discount[],
): { priceMinor: number; discounts: TakenDiscount[] } {
  let left = priceMinor
  const taken: TakenDiscount[] = []
  for (const { ruleId, name, rate, amountMinor } of discounts) {
    const wanted = rate === null ? (amountMinor ?? 0) : percentOf(left, rate / 1000)
    const part = Math.min(left, wanted)
    if (part <= 0) continue
    left -= part
    taken.push({ ruleId, reason: rate === null ? name : `${name}, ${rateText(rate)}`, amountMinor: part })
  }
  return { priceMinor: left, discounts: taken }
}

/**
 * The other way round: the price of which so much is left after its discounts, and what each takes off it. One that takes
 * everything takes nothing here.
 */
export function discountsBefore(leftMinor: number, discounts: readonly Discount[]): TakenDiscount[] {
  const partial = discounts.filter(({ rate }) => rate === null || rate < whole)
  const leftOf = (priceMinor: number) => discounted(priceMinor, partial).priceMinor
  let [low, high] = [leftMinor, leftMinor]
  while (leftOf(high) < leftMinor) {
    high *= 2
    if (high > highestMinor) return []
  }
  // A cent more of a price leaves a cent more, or as much: some price leaves exactly this.
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (leftOf(middle) < leftMinor) low = middle + 1
    else high = middle
  }
  return discounted(high, partial).discounts
}

/** No price is so high, in minor units. */
const highestMinor = 1e14
/** 100%, in thousandths of a percent. */
const whole = 100_000

export const targetLabels: Record<DiscountTarget, string> = {
  all: "Lessons and tuition",
  lessons: "Lessons",
  tuition: "Monthly tuition",
}

export const kindLabels: Record<DiscountKind, string> = {
  sibling: "Siblings",
  class: "Several classes",
  family: "One family",
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" })
const endings: Record<string, string> = { one: "st", two: "nd", few: "rd" }
/** "2nd" */
const ordinal = (n: number) => `${n}${endings[ordinals.select(n)] ?? "th"}`

type Off = { target: DiscountTarget; rate: number | null; amountMinor: number | null }

/** "10% off lessons and tuition" */
export function offText({ target, rate, amountMinor }: Off, currency: string): string {
  const off = rate === null ? formatMoney(amountMinor ?? 0, currency) : rateText(rate)
  const each = rate === null ? "each charge for " : ""
  return `${off} off ${each}${targetLabels[target].toLowerCase()}`
}

/** "10% off lessons and tuition, from the 2nd child of a family on" */
export function ruleText(
  rule: Off & { kind: DiscountKind; fromNth: number; familyName: string | null },
  currency: string,
): string {
  const whom = {
    sibling: `from the ${ordinal(rule.fromNth)} child of a family on`,
    class: `from a student’s ${ordinal(rule.fromNth)} class on`,
    family: `for ${rule.familyName ?? "one family"}`,
  }[rule.kind]
  return `${offText(rule, currency)}, ${whom}`
}

/** A discount in force; a rate in thousandths of a percent, or an amount in minor units. */
export type DiscountRule = {
  id: string
  name: string
  kind: DiscountKind
  fromNth: number
  familyId: string | null
  familyName: string | null
  target: DiscountTarget
  rate: number | null
  amountMinor: number | null
}

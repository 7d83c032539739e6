import { z } from "zod"
import { day } from "~/utils/form-text"
import { parseAmount, percentOf, plainAmount } from "~/utils/money"

// "45.00", "+5%", "-2.00": a new price, or a change of each price.

/** A new price, or a change by thousandths of a percent or by minor units. */
export type PriceStep = { to: number } | { rate: number } | { by: number }

const wrong = () => `Enter a price, like ${plainAmount(4500)}, or a change, like +5% or +${plainAmount(200)}.`

/** Reads what was typed; null when it is no price and no change. */
export function readPriceStep(typed: string): PriceStep | null {
  const text = typed.trim().replace("−", "-")
  const percent = /^([+-]?)\s*(\d{1,3}(?:[.,]\d{1,3})?)\s*%$/.exec(text)
  if (percent?.[2] !== undefined) {
    const rate = Math.round(Number(percent[2].replace(",", ".")) * 1000)
    return rate === 0 ? null : { rate: percent[1] === "-" ? -rate : rate }
  }
  const sign = /^[+-]/.exec(text)?.[0]
  const minor = parseAmount(sign ? text.slice(1).trim() : text)
  if (minor === null || minor > 100_000_000) return null
  if (!sign) return { to: minor }
  return minor === 0 ? null : { by: sign === "-" ? -minor : minor }
}

/** Whether a step takes more off a price than it is. */
export const isBelowZero = (priceMinor: number, step: PriceStep): boolean =>
  !("to" in step) && priceMinor + ("rate" in step ? percentOf(priceMinor, step.rate / 1000) : step.by) < 0

export const belowZeroRefusal = "The change is more than its price."

/** A price can go down to nothing, and by no percentage further. */
export const tooDeep = "Lower prices by at most 100%."

export function isTooDeep(typed: string): boolean {
  const step = readPriceStep(typed)
  return step !== null && "rate" in step && step.rate < -100_000
}

/** The price after the step, never below zero. */
export function stepPrice(priceMinor: number, step: PriceStep): number {
  if ("to" in step) return step.to
  return Math.max(0, priceMinor + ("rate" in step ? percentOf(priceMinor, step.rate / 1000) : step.by))
}

export const PriceStepForm = z.object({
  price: z
    .string({ error: wrong })
    .trim()
    .max(20, { error: wrong })
    .refine((text) => readPriceStep(text) !== null, { error: wrong })
    .refine((text) => !isTooDeep(text), tooDeep),
  fromDate: day("Enter the first day of the new price."),
})
export type PriceStepForm = z.output<typeof PriceStepForm>

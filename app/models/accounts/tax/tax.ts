// Tax on what a school sells: worked out and rounded to the cent on each line, so that lines, taxes and totals always add
// up. A school's prices include it, or it is added to them. Safe in the browser.

import { formatFigure } from "~/utils/formats"
import { smallestAmount } from "~/utils/smallest-amount"

/** Thousandths of a percent: 8,875 is 8.875%. */
export type Tax = { name: string; rate: number; isAdded: boolean }

/** An amount with the tax within it, in minor units; the columns of a charge and of an invoice line. */
export type TaxedAmount = {
  amountMinor: number
  taxMinor: number
  taxName: string | null
  taxRate: number | null
  taxIsAdded: boolean
}

/** "20%", "8.875%" */
export const rateText = (rate: number): string => `${formatFigure(rate / 1000)}%`

/** "VAT 20%" */
export const taxText = ({ name, rate }: Pick<Tax, "name" | "rate">): string => `${name} ${rateText(rate)}`

const whole = 100_000n

/** Divides and rounds, half a cent (or half a yen) away from nothing, so that a reversal is exactly the negative. */
function divided(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const step = BigInt(smallestAmount())
  const rounded = Number(((2n * size + denominator * step) / (2n * denominator * step)) * step)
  return numerator < 0n && rounded !== 0 ? -rounded : rounded
}

/** A price with its tax: the amount stays when tax is part of the price, and grows when it is added. */
export function withTax(priceMinor: number, tax: Tax | null): TaxedAmount {
  if (!tax) return { amountMinor: priceMinor, taxMinor: 0, taxName: null, taxRate: null, taxIsAdded: false }
  const price = BigInt(priceMinor)
  const rate = BigInt(tax.rate)
  const taxMinor = tax.isAdded ? divided(price * rate, whole) : divided(price * rate, whole + rate)
  return {
    amountMinor: tax.isAdded ? priceMinor + taxMinor : priceMinor,
    taxMinor,
    taxName: tax.name,
    taxRate: tax.rate,
    taxIsAdded: tax.isAdded,
  }
}

/** The tax of an amount that was charged before; null where it had none. */
export const taxOf = (line: Pick<TaxedAmount, "taxName" | "taxRate" | "taxIsAdded">): Tax | null =>
  line.taxName === null || line.taxRate === null
    ? null
    : { name: line.taxName, rate: line.taxRate, isAdded: line.taxIsAdded }

/**
 * The tax within a part of a line, when so much of the line was taken before: parts that come to the whole line come to
 * its whole tax, to the cent.
 */
export function taxOfPart(
  line: Pick<TaxedAmount, "amountMinor" | "taxMinor">,
  partMinor: number,
  beforeMinor = 0,
): number {
  if (line.amountMinor === 0) return 0
  const upTo = (takenMinor: number) =>
    divided(BigInt(line.taxMinor) * BigInt(takenMinor), BigInt(line.amountMinor))
  return upTo(beforeMinor + partMinor) - upTo(beforeMinor)
}

/**
 * The tax of an amount that has it within, whatever it is a part of: what is left is the net, and the tax is the rate of that
 * net, to the cent where the amount allows it.
 */
export function taxWithin(amountMinor: number, { rate, isAdded }: Pick<Tax, "rate" | "isAdded">): number {
  const within = divided(BigInt(amountMinor) * BigInt(rate), whole + BigInt(rate))
  if (!isAdded) return within
  const step = smallestAmount()
  const fits = (taxMinor: number) =>
    divided(BigInt(amountMinor - taxMinor) * BigInt(rate), whole) === taxMinor
  return [within, within - step, within + step].find(fits) ?? within
}

/** What a line shows: without the tax where the tax is added below the lines. */
export const shownMinor = (line: Pick<TaxedAmount, "amountMinor" | "taxMinor" | "taxIsAdded">): number =>
  line.taxIsAdded ? line.amountMinor - line.taxMinor : line.amountMinor

/** All lines of one rate: what they cost without tax, and their tax, in minor units. */
export type TaxGroup = Tax & { netMinor: number; taxMinor: number }

/** The taxes of some lines, added ones first; each is the sum of its lines' taxes. */
export function taxGroups(lines: readonly TaxedAmount[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>()
  for (const line of lines) {
    const tax = taxOf(line)
    if (!tax) continue
    const key = JSON.stringify([tax.name, tax.rate, tax.isAdded])
    const group = groups.get(key) ?? { ...tax, netMinor: 0, taxMinor: 0 }
    group.netMinor += line.amountMinor - line.taxMinor
    group.taxMinor += line.taxMinor
    groups.set(key, group)
  }
  return [...groups.values()].sort(
    (a, b) => Number(b.isAdded) - Number(a.isAdded) || b.rate - a.rate || a.name.localeCompare(b.name, "en"),
  )
}

/** What stands under the lines: a subtotal when tax is added, each added tax, and what is part of the total. */
export function taxTotals(lines: readonly TaxedAmount[]) {
  const groups = taxGroups(lines)
  const added = groups.filter(({ isAdded }) => isAdded)
  return {
    subtotalMinor: added.length > 0 ? lines.reduce((sum, line) => sum + shownMinor(line), 0) : null,
    added,
    included: groups.filter(({ isAdded }) => !isAdded),
  }
}

/** The choice of a tax in a form: the school's default, none, or a rate by its id. */
export const defaultTax = "default"
export const noTax = "none"

/** The tax of something for sale, as it is stored: a rate, none, or else the school's default. */
export type ChosenTax = { taxRateId: string | null; isTaxFree: boolean }

/** The same as a form names it. */
export const taxChoiceOf = ({ taxRateId, isTaxFree }: ChosenTax): string =>
  taxRateId ?? (isTaxFree ? noTax : defaultTax)

/** The choices of a tax in a form: the default first, then no tax, then the others. Empty where there are no taxes. */
export function taxChoices(
  rates: readonly { id: string; name: string; rate: number; isDefault: boolean; isArchived: boolean }[],
): { value: string; label: string }[] {
  const offered = rates.filter(({ isArchived }) => !isArchived)
  if (offered.length === 0) return []
  const byDefault = offered.find(({ isDefault }) => isDefault)
  return [
    ...(byDefault ? [{ value: defaultTax, label: `${taxText(byDefault)} (default)` }] : []),
    { value: noTax, label: "No tax" },
    ...offered.filter((each) => each !== byDefault).map((each) => ({ value: each.id, label: taxText(each) })),
  ]
}

/** A tax as the school has set it up. */
export type TaxRate = { id: string; name: string; rate: number; isDefault: boolean; isArchived: boolean }

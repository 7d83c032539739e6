// How lines are shared by payers. Whatever the rule, the parts of every line and the total add up to the cent. The tax of a part
// is that of the part's own net, as an invoice of its own has to say it; all parts of a line may come to a cent more or less tax.
import { taxWithin } from "~/models/accounts/tax/tax"
import { smallestAmount } from "~/utils/smallest-amount"
import type { ChargeSource } from "../charge/charge"
import { categoryOf, type PayerRule } from "./payer"

type Rated = { payerId: string | null; basisPoints: number | null; rule: PayerRule }

export type SplitLine = {
  amountMinor: number
  taxMinor: number
  /** The rate of its tax, where it is known. */
  taxRate?: number | null
  taxIsAdded?: boolean
  source: ChargeSource | "telling"
  /** What a correction corrects. */
  corrects?: ChargeSource | null
  /** The payer of the overdue invoice, on its late fee. */
  boundTo?: string | null
}

/**
 * Divides an amount in proportion to weights: each gets its part rounded down, the cents that are left go to the largest
 * remainders, the first of equal ones.
 */
export function divide(amountMinor: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const size = BigInt(Math.abs(amountMinor))
  const exact = weights.map((weight, index) => ({ index, product: size * BigInt(weight) }))
  const parts = exact.map(({ product }) => product / whole)
  const left = Number(size - parts.reduce((sum, part) => sum + part, 0n))
  const lucky = exact
    .filter(({ product }) => product > 0n)
    .sort((a, b) => Number((b.product % whole) - (a.product % whole)) || a.index - b.index)
    .slice(0, left)
  const extra = new Set(lucky.map(({ index }) => index))
  const sign = amountMinor < 0 ? -1 : 1
  return parts.map((part, index) => {
    const minor = Number(part) + (extra.has(index) ? 1 : 0)
    return minor === 0 ? 0 : sign * minor
  })
}

/** The same for money: in a currency without cents each part is whole, where the amount is. */
export function divideMoney(amountMinor: number, weights: readonly number[]): number[] {
  const step = stepOf([amountMinor])
  return divide(amountMinor / step, weights).map((part) => part * step)
}

/** The smallest amount of the currency; a cent where an amount is no multiple of it. */
function stepOf(amounts: readonly number[]): number {
  const step = smallestAmount()
  return amounts.every((amountMinor) => amountMinor % step === 0) ? step : 1
}

/** What each payer has of these lines, in minor units, in the payers' order; together the sum of the lines. */
export const sharesOf = (lines: readonly SplitLine[], payers: readonly Rated[]): number[] =>
  splitLines(lines, payers).map((own) => own.reduce((sum, { amountMinor }) => sum + amountMinor, 0))

/**
 * Each payer's lines. By percent and by amount each line is on every payer's invoice with their part of it; by category
 * each line is on one, whole. A late fee is its overdue invoice's payer's.
 */
export function splitLines<Line extends SplitLine>(
  lines: readonly Line[],
  payers: readonly Rated[],
): (Line & { isPart: boolean })[][] {
  const [first] = payers
  if (!first) return []
  if (first.rule.by === "category") return byCategory(lines, payers)
  const bound = lines.map((line) => boundPayer(line, payers))
  const free = lines.filter((_, index) => bound[index] === -1)
  // Reductions that come to more than the free lines need the late fees, too.
  const isBinding = sumOf(free) >= 0
  const shared = isBinding ? free : lines
  const weights = weightsOf(sumOf(shared), payers)
  const parts = partsOf(shared, weights)
  return payers.map((_, payer) => {
    const own = shared.map((line, index) => ({
      ...line,
      ...parts[payer]?.[index],
      isPart: payers.length > 1,
    }))
    if (!isBinding) return own
    return [
      ...own,
      ...lines.flatMap((line, index) => (bound[index] === payer ? [{ ...line, isPart: false }] : [])),
    ]
  })
}

const boundPayer = (
  { amountMinor, boundTo }: Pick<SplitLine, "amountMinor" | "boundTo">,
  payers: readonly Rated[],
): number => (boundTo && amountMinor > 0 ? payers.findIndex(({ payerId }) => payerId === boundTo) : -1)

const sumOf = (lines: readonly { amountMinor: number }[]) =>
  lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** What each payer has of a total, in minor units; together the total. */
function weightsOf(totalMinor: number, payers: readonly Rated[]): number[] {
  if (payers.some(({ rule }) => rule.by === "percent"))
    return divideMoney(
      totalMinor,
      payers.map(({ basisPoints }) => basisPoints ?? 0),
    )
  const rest = Math.max(
    0,
    payers.findIndex(({ rule }) => rule.by === "amount" && rule.amountMinor === null),
  )
  let left = totalMinor
  const fixed = payers.map(({ rule }, index) => {
    if (index === rest || rule.by !== "amount") return 0
    const amountMinor = Math.min(rule.amountMinor ?? 0, left)
    left -= amountMinor
    return amountMinor
  })
  return fixed.map((amountMinor, index) => (index === rest ? left : amountMinor))
}

type Part = { amountMinor: number; taxMinor: number }

/**
 * Cuts lines so that each payer's parts add up to what they have of the total: one payer after the other is taken off the
 * rest, by the running sum of the lines, so that no part has another sign than its line.
 */
function partsOf(lines: readonly SplitLine[], weights: readonly number[]): Part[][] {
  let rest = lines.map(({ amountMinor }) => amountMinor)
  let whole = weights.reduce((sum, weight) => sum + weight, 0)
  const amounts = weights.map((weight, payer) => {
    const isLast = payer === weights.length - 1
    const own = isLast ? rest : cut(rest, weight, whole)
    rest = rest.map((amountMinor, index) => amountMinor - (own[index] ?? 0))
    whole -= weight
    return own
  })
  const taxes = lines.map((line, index) =>
    taxesOf(
      line,
      amounts.map((own) => own[index] ?? 0),
    ),
  )
  return amounts.map((own, payer) =>
    own.map((amountMinor, index) => ({ amountMinor, taxMinor: taxes[index]?.[payer] ?? 0 })),
  )
}

/** The tax of each part of a line. */
function taxesOf(
  { amountMinor, taxMinor, taxRate, taxIsAdded = false }: SplitLine,
  parts: number[],
): number[] {
  if (!taxRate) return divideMoney(taxMinor, parts.map(Math.abs))
  return parts.map((part) =>
    part === amountMinor ? taxMinor : taxWithin(part, { rate: taxRate, isAdded: taxIsAdded }),
  )
}

/** One payer's part of each line: the running sum times the weight, half a cent (or a yen) rounded up. */
function cut(amounts: readonly number[], weight: number, whole: number): number[] {
  if (whole === 0) return amounts.map(() => 0)
  const step = stepOf([...amounts, weight])
  let running = 0
  let given = 0
  return amounts.map((amountMinor) => {
    running += amountMinor
    const upTo = roundedPart(running, weight, whole, step)
    const part = upTo - given
    given = upTo
    return part
  })
}

function roundedPart(amountMinor: number, weight: number, whole: number, step: number): number {
  const stepped = BigInt(whole) * BigInt(step)
  const double = 2n * BigInt(amountMinor) * BigInt(weight) + stepped
  const by = 2n * stepped
  const part = double / by
  return Number(double % by < 0n ? part - 1n : part) * step
}

/** Lines whole, to the payer of their category; who would have less than nothing has their lines paid by the others. */
function byCategory<Line extends SplitLine>(lines: readonly Line[], payers: readonly Rated[]) {
  const ownerOf = ({ amountMinor, source, corrects, boundTo }: Line) => {
    const bound = boundPayer({ amountMinor, boundTo }, payers)
    if (bound !== -1) return bound
    const category = categoryOf(source, corrects)
    const owner = payers.findIndex(({ rule }) => rule.by === "category" && rule.categories.includes(category))
    return Math.max(0, owner)
  }
  const owners = lines.map(ownerOf)
  const totals = () =>
    payers.map((_, payer) => sumOf(lines.filter((_line, index) => owners[index] === payer)))
  for (let sums = totals(); sums.some((sum) => sum < 0) && sumOf(lines) >= 0; sums = totals()) {
    const below = sums.findIndex((sum) => sum < 0)
    const most = sums.indexOf(Math.max(...sums))
    for (const [index, owner] of owners.entries()) if (owner === below) owners[index] = most
  }
  return payers.map((_, payer) =>
    lines.flatMap((line, index) => (owners[index] === payer ? [{ ...line, isPart: false }] : [])),
  )
}

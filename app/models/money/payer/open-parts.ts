// What of a shared invoice each payer still has to pay, to the cent: the open parts always add up to what is open of the
// invoice. Safe in the browser.
import { divideMoney } from "./split"

type Part = { payerId: string | null; amountMinor: number }

/**
 * Money of no payer by name, divided among payers like their shares. Where the family itself is one of the payers, money that
 * names no other is its own.
 */
export function divideUnnamed(amountMinor: number, shares: readonly Part[]): number[] {
  const itself = shares.findIndex(({ payerId }) => payerId === null)
  if (itself >= 0) return shares.map((_, index) => (index === itself ? amountMinor : 0))
  return divideMoney(
    amountMinor,
    shares.map((share) => share.amountMinor),
  )
}

/**
 * What each payer still has to pay of an invoice, in the order of its shares. What no payer by name paid lowers all the parts;
 * so does what one of them paid beyond their own. What a payer has paid of their part isn’t asked for again.
 * @param openMinor what is open of the whole invoice
 */
export function openParts(
  shares: readonly (Part & { paidMinor: number; creditedMinor?: number })[],
  openMinor: number,
): number[] {
  const leftMinor = shares.map(({ amountMinor, paidMinor, creditedMinor = 0 }) =>
    Math.max(0, amountMinor - paidMinor - creditedMinor),
  )
  const taken = divideWithin(sumOf(leftMinor) - openMinor, shares, leftMinor, divideUnnamed)
  return leftMinor.map((minor, index) => minor - (taken[index] ?? 0))
}

/**
 * An amount divided among payers, none of whom takes more than is left for them: who has too much of it hands the rest on.
 * @param leftMinor the most that each takes
 */
export function divideWithin(
  amountMinor: number,
  shares: readonly Part[],
  leftMinor: readonly number[],
  divideAmong: (amountMinor: number, sharing: readonly Part[]) => number[],
): number[] {
  const taken = shares.map(() => 0)
  let restMinor = amountMinor
  let sharing = shares.map((_, index) => index)
  for (let turn = 0; restMinor > 0 && turn <= shares.length; turn += 1) {
    const cuts = divideAmong(
      restMinor,
      sharing.flatMap((index) => shares[index] ?? []),
    )
    restMinor -= sumOf(cuts)
    sharing = sharing.filter((index, position) => {
      const taking = (taken[index] ?? 0) + (cuts[position] ?? 0)
      const most = leftMinor[index] ?? 0
      taken[index] = Math.min(taking, most)
      restMinor += Math.max(0, taking - most)
      return taking <= most
    })
  }
  return taken
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, minor) => sum + minor, 0)

/** What is credited or written off is each payer's in the proportion of what they have of the invoice, to the cent. */
export function withCredit<Share extends { amountMinor: number }>(
  shares: readonly Share[],
  creditMinor: number,
) {
  const parts = divideMoney(
    creditMinor,
    shares.map(({ amountMinor }) => amountMinor),
  )
  return shares.map((share, index) => ({ ...share, creditedMinor: parts[index] ?? 0 }))
}

type Corrected = Part & { paidMinor: number; creditedMinor: number }

/**
 * What comes off each payer's payments when an invoice is credited, in the order of its shares: what they have paid too much by their
 * part of it; then, where the invoice has more than it asks for, what someone had paid beyond their own before.
 * @param surplusMinor what settles the invoice beyond its total, once it is credited
 */
export function overpaidParts(
  before: readonly Corrected[],
  after: readonly Corrected[],
  surplusMinor: number,
): number[] {
  const excess = (of: readonly Corrected[]) =>
    of.map(({ amountMinor, paidMinor, creditedMinor }) =>
      Math.max(0, paidMinor - amountMinor + creditedMinor),
    )
  const [had, has] = [excess(before), excess(after)]
  const parts = has.map((minor, index) => Math.max(0, minor - (had[index] ?? 0)))
  let restMinor = surplusMinor - sumOf(parts)
  return parts.map((part, index) => {
    const more = Math.max(0, Math.min(restMinor, (has[index] ?? 0) - part))
    restMinor -= more
    return part + more
  })
}

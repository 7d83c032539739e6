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
  const taken = shares.map(() => 0)
  let spareMinor = sumOf(leftMinor) - openMinor
  // Each turn divides what is spare among those who still have something to pay: who has too much of it hands the rest on.
  let sharing = shares.map((_, index) => index)
  for (let turn = 0; spareMinor > 0 && turn <= shares.length; turn += 1) {
    const cuts = divideUnnamed(
      spareMinor,
      sharing.flatMap((index) => shares[index] ?? []),
    )
    spareMinor -= sumOf(cuts)
    sharing = sharing.filter((index, position) => {
      const taking = (taken[index] ?? 0) + (cuts[position] ?? 0)
      const most = leftMinor[index] ?? 0
      taken[index] = Math.min(taking, most)
      spareMinor += Math.max(0, taking - most)
      return taking <= most
    })
  }
  return leftMinor.map((minor, index) => minor - (taken[index] ?? 0))
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, minor) => sum + minor, 0)

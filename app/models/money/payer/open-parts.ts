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

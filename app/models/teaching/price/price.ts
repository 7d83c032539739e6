import { billingModes } from "db/schema/choices"

// What one session or month of a class costs one student. A class has price rows with a first day; an
// enrollment may override billing and amount.

export { billingModes }
export type BillingMode = (typeof billingModes)[number]

/** Minor units per session or per calendar month; with packages, of a session that none covers. */
export type Price = { billing: BillingMode; amountMinor: number }

export type ClassPrice = { billing: BillingMode; amountMinor: number; fromDate: string }

/**
 * The price of an enrollment on a date: what was agreed for it, else the class's price in force, which is the newest
 * row whose first day has come (rows arrive oldest first). Null when no one has set an amount. An amount agreed in a
 * class without prices is for one session.
 */
export function priceOf(
  enrollment: { billing: BillingMode | null; priceMinor: number | null } | null,
  classPrices: readonly ClassPrice[],
  date: string,
): Price | null {
  const inForce = classPrices.filter((price) => price.fromDate <= date).at(-1)
  const amountMinor = enrollment?.priceMinor ?? inForce?.amountMinor
  if (amountMinor === undefined) return null
  return { billing: enrollment?.billing ?? inForce?.billing ?? "per_session", amountMinor }
}

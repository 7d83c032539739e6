import type { ChosenTax } from "~/models/accounts/tax/tax"

// What the school sells beside lessons: books, strings, rosin. Where someone counts them, no more are sold than there are.

export type Material = ChosenTax & {
  id: string
  name: string
  /** Minor units, tax within it or on top by the school's rule. */
  priceMinor: number
  /** How many are left; null where no one counts them. */
  stock: number | null
  isArchived: boolean
}

/** Below this the catalogue warns. */
const lowStock = 3

export type StockLevel = "uncounted" | "none" | "low" | "enough"

export function stockLevel(stock: number | null): StockLevel {
  if (stock === null) return "uncounted"
  if (stock === 0) return "none"
  return stock < lowStock ? "low" : "enough"
}

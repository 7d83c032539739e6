import type { ChosenTax } from "~/models/accounts/tax/tax"
import { closedDay } from "../closing/closing"
import { sentBefore } from "../sent-form/sent-form"

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

export type MaterialRefusal = "name-taken" | "not-found" | "tax-unknown"
export const materialRefusals: Record<MaterialRefusal, string> = {
  "name-taken": "You already have a material with this name. Choose another.",
  "not-found": "This material no longer exists.",
  "tax-unknown": "This tax rate no longer exists. Choose another.",
}

export type SaleRefusal =
  | "material-unknown"
  | "family-unknown"
  | "student-unknown"
  | "too-few"
  | "not-a-day"
  | "closed"
  | "sent-before"
export const saleRefusals: Record<Exclude<SaleRefusal, "too-few">, string> = {
  "material-unknown": "This material is no longer sold. Choose another.",
  "family-unknown": "This family isn’t in your school.",
  "student-unknown": "Choose a student of this family.",
  "not-a-day": "Enter a day within the last year, up to today.",
  closed: closedDay,
  "sent-before": sentBefore,
}

// What is known of a seat before a mark is set on it, and when a mark earns a make-up credit. Safe in the browser.

import type { Outcome } from "~/models/accounts/outcome/outcome"
import type { BillingMode } from "../price/price"
import type { SeatKind } from "../seat/seat"

/**
 * What a mark on a seat can decide, whichever mark it will be. Amounts in minor units of `currency`; without a currency
 * the reader may not see them, and an amount says no more than how many percent are charged.
 */
export type SeatTerms = {
  kind: SeatKind
  /** Null while no one has set a price. */
  billing: BillingMode | null
  amountMinor: number
  currency: string | null
  /** Of a make-up: the percent of the price that was charged for the lesson it replaces. */
  prepaidPercent: number
  isWaived: boolean
  notice: "none" | "in-time" | "late"
  /** The last day of a credit issued by this register. */
  creditUntil: string
  /** Of a make-up: the last day of the credit that paid for it. */
  firstUntil?: string | null
  /** The day on which a make-up was already given for this seat, after which it earns no second one. */
  madeUpOn: string | null
  /** Its notice has earned a credit, which a mark that earns none revokes. */
  hasNoticeCredit: boolean
  /** The office revoked its credit by hand: it earns no other. */
  isDenied?: boolean
  /** As many credits as a term allows have been earned already. */
  isCapReached: boolean
}

/**
 * Whether a mark earns a make-up credit: when its outcome says so, for pupils of the class and for make-ups. A make-up
 * that the school itself cancels is still owed, whatever the table and the cap say. One seat never earns two.
 */
export function earnsCredit(terms: SeatTerms, outcome: Pick<Outcome, "code" | "issuesCredit">): boolean {
  if (terms.madeUpOn !== null || terms.isDenied) return false
  if (terms.kind === "make_up" && outcome.code === "cancelled") return true
  return wouldEarn(terms, outcome) && !terms.isCapReached
}

/** The same before the cap of the term is looked at. */
export const wouldEarn = (terms: SeatTerms, outcome: Pick<Outcome, "issuesCredit">): boolean =>
  (terms.kind === "enrolled" || terms.kind === "make_up") && outcome.issuesCredit

/**
 * The last day of the credit that a mark earns. Who misses a make-up has that of the credit that paid for it, so that no credit
 * is kept alive by booking and missing; one that the school cancels earns as long a credit as any lesson.
 */
export const creditUntilOf = (
  { creditUntil, firstUntil }: Pick<SeatTerms, "creditUntil" | "firstUntil">,
  { code }: Pick<Outcome, "code">,
): string => (code === "cancelled" ? creditUntil : (firstUntil ?? creditUntil))

import type { Actor } from "~/models/foundation/access/actor"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { listBesideUnderWay } from "../invoice/orders-under-way.server"
import { creditPayerOf, listOwedBeside } from "../payment/spare-credit.server"

/**
 * What someone's payment settles of what a family owes its school on no invoice, and what of it other payments that are under way
 * are for; minor units. A debt that their credit can't make up for isn't theirs to pay.
 */
export function owedByReader(
  actor: Actor,
  { familyId, guardianId }: PortalAccount,
  exceptOrderId = "",
): { owedMinor: number; underWayMinor: number } {
  const owed = listOwedBeside(actor, familyId)
  if (owed.length === 0) return { owedMinor: 0, underWayMinor: 0 }
  const reader = creditPayerOf(actor, familyId, guardianId)
  const sumOf = (those: typeof owed) => those.reduce((sum, { owedMinor }) => sum + owedMinor, 0)
  const underWay = { own: 0, others: 0 }
  for (const { payerId, besideMinor } of listBesideUnderWay(actor, familyId, exceptOrderId))
    underWay[creditPayerOf(actor, familyId, payerId) === reader ? "own" : "others"] += besideMinor
  return {
    owedMinor: sumOf(owed.filter(({ payerId, isOpening }) => isOpening || payerId === reader)),
    // What another payer is paying may be for what they both could pay.
    underWayMinor: underWay.own + Math.min(underWay.others, sumOf(owed.filter(({ isOpening }) => isOpening))),
  }
}

/** What is left to pay of it for each family of the reader where that is more than nothing. */
export const listPortalOwed = (actor: Actor, accounts: readonly PortalAccount[]) =>
  accounts
    .map((account) => {
      const { owedMinor, underWayMinor } = owedByReader(actor, account)
      return { familyId: account.familyId, owedMinor: owedMinor - underWayMinor }
    })
    .filter(({ owedMinor }) => owedMinor > 0)

import type { Actor } from "~/models/foundation/access/actor"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { listOwedBeside } from "../payment/spare-credit.server"
import { isForReader } from "./family-invoice"

/** What someone owes a family's school on no invoice, the family's and their own; minor units. */
export const owedByReader = (actor: Actor, { familyId, guardianId }: PortalAccount): number =>
  listOwedBeside(actor, familyId)
    .filter((owed) => isForReader(owed, guardianId))
    .reduce((sum, { owedMinor }) => sum + owedMinor, 0)

/** The same of each family of the reader that it's more than nothing of. */
export const listPortalOwed = (actor: Actor, accounts: readonly PortalAccount[]) =>
  accounts
    .map((account) => ({ familyId: account.familyId, owedMinor: owedByReader(actor, account) }))
    .filter(({ owedMinor }) => owedMinor > 0)

import type { Actor } from "~/models/foundation/access/actor"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { listSpare } from "../payment/spare-credit.server"
import { isForReader } from "./family-invoice"

/** What the reader's families have in their favor for the next invoice, minor units: the families' and the reader's own. */
export const portalSpareCredit = (actor: Actor, accounts: readonly PortalAccount[]): number =>
  accounts
    .flatMap(({ familyId, guardianId }) =>
      listSpare(actor, familyId).filter((spare) => isForReader(spare, guardianId)),
    )
    .reduce((sum, { spareMinor }) => sum + spareMinor, 0)

import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listPayers } from "./payer-key.server"

/** The families whose invoices the reader of the family pages pays, all or in part. Who only sees them makes no debts for others. */
export const listPaidFamilies = (actor: Actor): string[] =>
  findPortal(actor).accounts.flatMap(({ familyId, guardianId }) => {
    const pays =
      guardianId === null ||
      listPayers(actor, { id: familyId, name: "" }).some(({ payerId }) => payerId === guardianId)
    return pays ? [familyId] : []
  })

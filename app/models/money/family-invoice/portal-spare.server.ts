import { invoices } from "db/schema/money"
import { and, eq, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { listUnseen } from "../invoice/unseen-invoices.server"
import { payerOf } from "../payer/payer-key.server"
import { listSpare } from "../payment/spare-credit.server"
import { isForReader } from "./family-invoice"

/**
 * What the reader's families have in their favor for the next invoice, minor units: the families' and the reader's own. An
 * invoice that they don't see yet has used nothing of it.
 */
export const portalSpareCredit = (actor: Actor, accounts: readonly PortalAccount[]): number =>
  accounts
    .flatMap(({ familyId, guardianId }) =>
      [...listSpare(actor, familyId), ...listUnseenUses(actor, familyId)].filter((spare) =>
        isForReader(spare, guardianId),
      ),
    )
    .reduce((sum, { spareMinor }) => sum + spareMinor, 0)

/** What is on invoices that the family doesn't see yet, by whose invoice it is. */
function listUnseenUses(actor: Actor, familyId: string) {
  const rows = select({
    invoiceId: invoices.id,
    payerId: payerOf(invoices),
    // named by hand: drizzle leaves a table's name out where a query reads only that one
    spareMinor: sql<number>`(select coalesce(sum(a.amount_minor), 0) from allocations a
        where a.school_id = invoices.school_id and a.invoice_id = invoices.id and a.write_off_id is null)`,
  })
    .from(invoices)
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId), isNotNull(invoices.runId)))
    .all()
  const unseen = listUnseen(
    actor,
    rows.map(({ invoiceId }) => invoiceId),
  )
  return rows.filter(({ invoiceId }) => unseen.has(invoiceId))
}

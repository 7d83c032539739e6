import { allocations, payments } from "db/schema/money-payments"
import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { payerOf } from "../payer/payer-key.server"

/**
 * The last payment that still settles something of an invoice, for invoices that the reader sees: invoice id to payment id.
 * Another payer's payments aren't theirs to open.
 */
export function listPortalReceipts(
  actor: Actor,
  accounts: readonly PortalAccount[],
): ReadonlyMap<string, string> {
  const payerIds = accounts.flatMap(({ guardianId }) => guardianId ?? [])
  const rows = select({ invoiceId: allocations.invoiceId, paymentId: payments.id })
    .from(payments)
    .innerJoin(allocations, joined(allocations.paymentId, payments.id))
    .where(
      and(
        own(actor, payments),
        eq(payments.isOpening, false),
        inArray(
          payments.familyId,
          accounts.map(({ familyId }) => familyId),
        ),
        isNull(payments.reversedAt),
        or(isNull(payerOf(payments)), ...payerIds.map((payerId) => eq(payerOf(payments), payerId))),
      ),
    )
    .groupBy(allocations.invoiceId, payments.id)
    .having(gt(sql`sum(${allocations.amountMinor})`, 0))
    .orderBy(asc(payments.receivedAt), asc(payments.id))
    .all()
  return new Map(rows.map(({ invoiceId, paymentId }) => [invoiceId, paymentId]))
}

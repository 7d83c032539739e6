import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { withCredit } from "./open-parts"
import { payerOf } from "./payer-key.server"

/** Who pays what of a family's invoices, and what of it is paid and credited; minor units. */
export function listFamilyShares(actor: Actor, familyId: string) {
  const rows = sharesQuery.all(actor, { familyId })
  return [...groupBy(rows, ({ invoiceId }) => invoiceId).values()].flatMap((shares) =>
    withCredit(shares, shares[0]?.invoiceCreditMinor ?? 0),
  )
}

const sharesQuery = query((p: Params<{ familyId: string }>, own) =>
  select({
    invoiceId: invoiceShares.invoiceId,
    payerId: payerOf(invoiceShares),
    amountMinor: invoiceShares.amountMinor,
    paidMinor: sql<number>`(select coalesce(sum(a.amount_minor), 0) from allocations a
        join payments p on p.school_id = a.school_id and p.id = a.payment_id
        where a.school_id = ${invoiceShares.schoolId} and a.invoice_id = ${invoiceShares.invoiceId}
          and coalesce(p.guardian_id, p.outside_payer_id) = ${payerOf(invoiceShares)})`,
    invoiceCreditMinor: sql<number>`(select coalesce(sum(n.total_minor), 0) from credit_notes n
        where n.school_id = ${invoiceShares.schoolId} and n.invoice_id = ${invoiceShares.invoiceId})
        + (select coalesce(sum(w.amount_minor), 0) from write_offs w
        where w.school_id = ${invoiceShares.schoolId} and w.invoice_id = ${invoiceShares.invoiceId})`,
  })
    .from(invoiceShares)
    .innerJoin(invoices, joined(invoices, invoiceShares.invoiceId))
    .where(and(own(invoices), eq(invoices.familyId, p.familyId)))
    .orderBy(invoiceShares.id),
)

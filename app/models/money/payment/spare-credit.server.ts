import { db } from "db/client.server"
import { allocations } from "db/schema/money-payments"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"

// Account credit: money a family paid that no invoice has used, such as a double payment. It goes to the
// next invoice automatically. It isn't stored but calculated from the payments.

/** The payments of a family that have something left, the oldest first; minor units. */
function listSpare(actor: Actor, familyId: string) {
  return db().all<{ paymentId: string; spareMinor: number }>(sql`
    select * from (
      select p.id as paymentId, p.received_at,
        p.amount_minor
        - (select coalesce(sum(r.amount_minor), 0) from refunds r
          where r.school_id = p.school_id and r.payment_id = p.id)
        - (select coalesce(sum(a.amount_minor), 0) from allocations a
          where a.school_id = p.school_id and a.payment_id = p.id)
        + (select coalesce(sum(rp.amount_minor), 0) from refunds r
          join refund_parts rp on rp.school_id = r.school_id and rp.refund_id = r.id
          where r.school_id = p.school_id and r.payment_id = p.id) as spareMinor
      from payments p where p.school_id = ${actor.school.id} and p.family_id = ${familyId})
    where spareMinor > 0 order by received_at, paymentId`)
}

/** What is in a family's favor for its next invoice, minor units. */
export const spareCredit = (actor: Actor, familyId: string): number =>
  listSpare(actor, familyId).reduce((sum, { spareMinor }) => sum + spareMinor, 0)

/**
 * Puts a family's spare money on an invoice that is being issued, the oldest payment first, in the caller's transaction.
 * Answers how much, in minor units.
 */
export function spendSpareCredit(
  actor: Actor,
  { familyId, invoiceId, totalMinor }: { familyId: string; invoiceId: string; totalMinor: number },
): number {
  let open = totalMinor
  for (const { paymentId, spareMinor } of listSpare(actor, familyId)) {
    const amountMinor = Math.min(open, spareMinor)
    if (amountMinor <= 0) break
    open -= amountMinor
    db()
      .insert(allocations)
      .values({ ...newRow(actor), paymentId, invoiceId, amountMinor })
      .run()
  }
  const usedMinor = totalMinor - open
  if (usedMinor > 0)
    recordEvent(actor, {
      verb: "use-credit",
      noun: "invoice",
      nounId: invoiceId,
      after: { amountMinor: usedMinor },
    })
  return usedMinor
}

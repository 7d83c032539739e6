import { db } from "db/client.server"
import { invoiceLines, invoices } from "db/schema/money"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"

/**
 * Takes withdrawn charges off the drafts they stood on and lowers the drafts' totals, in the caller's transaction. A
 * draft cannot be less than nothing: corrections that would make it so go back to the unbilled charges.
 */
export function takeOffDrafts(actor: Actor, chargeIds: readonly string[]) {
  if (chargeIds.length === 0) return
  const lines = db()
    .delete(invoiceLines)
    .where(
      and(
        eq(invoiceLines.schoolId, actor.school.id),
        inArray(invoiceLines.chargeId, [...chargeIds]),
        isNull(invoiceLines.releasedAt),
        sql`(select state from invoices where invoices.school_id = ${invoiceLines.schoolId}
          and invoices.id = ${invoiceLines.invoiceId}) = 'draft'`,
      ),
    )
    .returning({ invoiceId: invoiceLines.invoiceId })
    .all()
  for (const invoiceId of new Set(lines.map((line) => line.invoiceId))) lowerTotal(actor, invoiceId)
}

function lowerTotal(actor: Actor, invoiceId: string) {
  const ofInvoice = and(eq(invoiceLines.schoolId, actor.school.id), eq(invoiceLines.invoiceId, invoiceId))
  const left = db()
    .select({ id: invoiceLines.id, amountMinor: invoiceLines.amountMinor })
    .from(invoiceLines)
    .where(ofInvoice)
    .orderBy(asc(invoiceLines.amountMinor))
    .all()
  let total = left.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  for (const line of left) {
    if (total >= 0) break
    total -= line.amountMinor
    db()
      .delete(invoiceLines)
      .where(and(ofInvoice, eq(invoiceLines.id, line.id)))
      .run()
  }
  db()
    .update(invoices)
    .set({ totalMinor: total })
    .where(and(eq(invoices.schoolId, actor.school.id), eq(invoices.id, invoiceId)))
    .run()
}

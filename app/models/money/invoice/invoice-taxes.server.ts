import { invoiceLines } from "db/schema/money"
import { and, sql, sum } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

/** The tax within each of some invoices, by invoice, in minor units; those without any are left out. */
export function listInvoiceTaxes(actor: Actor, invoiceIds: readonly string[]): Map<string, number> {
  const rows = select({
    invoiceId: invoiceLines.invoiceId,
    taxMinor: sum(invoiceLines.taxMinor).mapWith(Number),
  })
    .from(invoiceLines)
    .where(
      and(
        own(actor, invoiceLines),
        sql`${invoiceLines.invoiceId} in (select value from json_each(${JSON.stringify(invoiceIds)}))`,
      ),
    )
    .groupBy(invoiceLines.invoiceId)
    .all()
  return new Map(rows.flatMap(({ invoiceId, taxMinor }) => (taxMinor ? [[invoiceId, taxMinor]] : [])))
}

import { invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { payments } from "db/schema/money-payments"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"

/** The last invoices, payments and credit notes of a family, for its activity; none for who sees no invoices. */
export function listFamilyPapers(actor: Actor, familyId: string, most: number) {
  if (!may(actor, "invoice:read")) return []
  const last = (table: typeof invoices | typeof payments | typeof creditNotes) =>
    select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), eq(table.familyId, familyId)))
      .orderBy(desc(table.createdAt))
      .limit(most)
      .all()
      .map(({ id }) => id)
  return [
    { noun: "invoice", ids: last(invoices) },
    { noun: "payment", ids: last(payments) },
    { noun: "credit-note", ids: last(creditNotes) },
  ]
}

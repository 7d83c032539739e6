import { invoices } from "db/schema/money"
import { writeOffs } from "db/schema/money-corrections"
import { and, desc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import type { ApplyCreditRefusal, WriteOffRefusal } from "~/texts/money/refusals"
import type { Result } from "~/utils/result"
import { findInvoice } from "../invoice/invoice.server"
import { applyCredit } from "../payment/spare-credit.server"
import { oncePerForm } from "../sent-form/sent-form.server"
import type { WrittenOff } from "./write-off"
import { restoreInvoice } from "./write-off.server"

// A family pays what the school had given up on: its money is account credit, and one act restores the invoice and settles it.

const writtenOffMinor = sql<number>`sum(${writeOffs.amountMinor})`
const most = 5

/** The invoices of a family that are written off now, the last ones first. */
export const listWrittenOff = (actor: Actor, familyId: string): WrittenOff[] =>
  writtenOffQuery.all(actor, { familyId })

const writtenOffQuery = query((p: Params<{ familyId: string }>, own) =>
  select({
    invoiceId: writeOffs.invoiceId,
    number: sql<string>`coalesce(${invoices.number}, '')`,
    amountMinor: writtenOffMinor,
  })
    .from(writeOffs)
    .innerJoin(invoices, joined(invoices, writeOffs.invoiceId))
    .where(and(own(writeOffs), eq(writeOffs.familyId, p.familyId)))
    .groupBy(writeOffs.invoiceId)
    .having(sql`${writtenOffMinor} > 0`)
    .orderBy(desc(sql`max(${writeOffs.writtenOffAt})`), desc(writeOffs.invoiceId))
    .limit(most),
)

/** Restores an invoice that was written off and applies the family's account credit to it. Without credit nothing changes. */
export function settleWrittenOff(
  actor: Actor,
  invoiceId: string,
  formKey?: string,
): Result<{ appliedMinor: number; leftMinor: number }, WriteOffRefusal | ApplyCreditRefusal> {
  return allOrNothing(() =>
    oncePerForm(actor, formKey, () => {
      const restored = restoreInvoice(actor, invoiceId)
      if (!restored.ok) return restored
      const familyId = findInvoice(actor, invoiceId)?.familyId ?? ""
      const applied = applyCredit(actor, { familyId, invoiceIds: [invoiceId] })
      if (!applied.ok) return applied
      return {
        ok: true,
        appliedMinor: applied.appliedMinor,
        leftMinor: restored.amountMinor - applied.appliedMinor,
      }
    }),
  )
}

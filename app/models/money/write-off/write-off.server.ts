import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { writeOffs } from "db/schema/money-corrections"
import { and, desc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ApplyCreditRefusal, WriteOffRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { entryDay } from "../closing/closing.server"
import { invoiceAllows } from "../invoice/invoice"
import { findInvoice } from "../invoice/invoice.server"
import { settle } from "../payment/allocate.server"
import { applyCredit } from "../payment/spare-credit.server"
import { oncePerForm } from "../sent-form/sent-form.server"
import type { WrittenOff } from "./write-off"

// What the school no longer expects of an invoice. The invoice stays as it was sent; a write-off settles the rest of it and
// can be taken back, as a further row.

/** Writes off what is open of an invoice. A second time there is nothing open, so nothing is written off twice. */
export function writeOffInvoice(
  actor: Actor,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Result<{ amountMinor: number }, WriteOffRefusal> {
  return transact(() => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice?.number) return { ok: false, reason: "no-invoice" }
    if (!invoiceAllows(invoice, "write-off")) return { ok: false, reason: "nothing-open" }
    const amountMinor = invoice.openMinor
    const writeOffId = write(actor, { familyId: invoice.familyId, invoiceId, amountMinor, reason })
    settle(actor, { writeOffId }, invoiceId, amountMinor)
    recordEvent(actor, "invoice.write-off", invoiceId, {
      after: { number: invoice.number, amountMinor, reason },
    })
    return { ok: true, amountMinor }
  })
}

/** Expects the money again: the family pays after all, or it was a mistake. */
export function restoreInvoice(
  actor: Actor,
  invoiceId: string,
): Result<{ amountMinor: number }, WriteOffRefusal> {
  return transact(() => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice?.number) return { ok: false, reason: "no-invoice" }
    if (invoice.writeOffs.length === 0) return { ok: false, reason: "not-written-off" }
    for (const { id, amountMinor } of invoice.writeOffs) {
      write(actor, {
        familyId: invoice.familyId,
        invoiceId,
        undoesId: id,
        amountMinor: -amountMinor,
        reason: "Restored",
      })
      settle(actor, { writeOffId: id }, invoiceId, -amountMinor)
    }
    recordEvent(actor, "invoice.restore", invoiceId, {
      after: { number: invoice.number, amountMinor: invoice.writtenOffMinor },
    })
    return { ok: true, amountMinor: invoice.writtenOffMinor }
  })
}

type Row = Pick<
  typeof writeOffs.$inferInsert,
  "familyId" | "invoiceId" | "undoesId" | "amountMinor" | "reason"
>

function write(actor: Actor, facts: Row): string {
  const id = add(actor, writeOffs, {
    ...facts,
    writtenOffOn: entryDay(actor),
    writtenOffAt: now(),
    writtenOffBy: actor.memberId,
  })
  return id
}

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

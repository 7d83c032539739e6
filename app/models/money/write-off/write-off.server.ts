import { transact } from "db/client.server"
import { writeOffs } from "db/schema/money-corrections"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { WriteOffRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { entryDay } from "../closing/closing.server"
import { invoiceAllows } from "../invoice/invoice"
import { findInvoice } from "../invoice/invoice.server"
import { settle } from "../payment/allocate.server"

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
    recordEvent(actor, {
      verb: "write-off",
      noun: "invoice",
      nounId: invoiceId,
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
    recordEvent(actor, {
      verb: "restore",
      noun: "invoice",
      nounId: invoiceId,
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

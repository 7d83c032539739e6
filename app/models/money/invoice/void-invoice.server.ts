import { db, transact } from "db/client.server"
import { invoiceLines, invoices } from "db/schema/money"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { isClosed } from "../closing/closing.server"
import { takeOff } from "../payment/allocate.server"
import { invoiceAllows, type VoidRefusal } from "./invoice"
import { findInvoice } from "./invoice.server"

/**
 * Takes an issued invoice back. Its number stays used, its paper stays readable, its lines are unbilled again. What was
 * paid on it becomes account credit. Refused when it has a credit note or was written off.
 * @param reason said to whoever reads the invoice later; not empty
 */
export function voidInvoice(
  actor: Actor,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Result<{ number: string; creditMinor: number }, VoidRefusal> {
  return transact(() => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice) return { ok: false, reason: "no-invoice" }
    if (!invoiceAllows(invoice, "void")) return { ok: false, reason: refusalOf(invoice) }
    if (invoice.issuedOn && isClosed(actor, invoice.issuedOn)) return { ok: false, reason: "closed" }
    const creditMinor = takeOff(actor, invoiceId, invoice.paidMinor)
    const voidedAt = now()
    db()
      .update(invoices)
      .set({ state: "void", voidedAt, voidReason: reason.trim() })
      .where(own(actor, invoices, invoiceId))
      .run()
    db()
      .update(invoiceLines)
      .set({ releasedAt: voidedAt })
      .where(
        and(own(actor, invoiceLines), eq(invoiceLines.invoiceId, invoiceId), isNull(invoiceLines.releasedAt)),
      )
      .run()
    recordEvent(actor, {
      verb: "void",
      noun: "invoice",
      nounId: invoiceId,
      before: { number: invoice.number, totalMinor: invoice.totalMinor },
      after: { reason: reason.trim(), ...(creditMinor > 0 ? { creditMinor } : {}) },
    })
    return { ok: true, number: invoice.number ?? "", creditMinor }
  })
}

function refusalOf({ state }: { state: string }): VoidRefusal {
  if (state === "draft") return "not-issued"
  return state === "void" ? "already-void" : "corrected"
}

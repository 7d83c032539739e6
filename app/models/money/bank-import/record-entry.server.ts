import { db, transact } from "db/client.server"
import { bankEntries } from "db/schema/money-bank"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { earlierOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { findInvoice } from "../invoice/invoice.server"
import { recordPayment } from "../payment/payment.server"

export type RecordRefusal = "no-entry" | "no-invoice"

/**
 * Records a transfer as the payment of an invoice, once: in one transaction the entry leaves the open ones and the payment
 * is made. What is more than the balance becomes the family's account credit.
 */
export function recordEntry(
  actor: Actor,
  { entryId, invoiceId }: { entryId: string; invoiceId: string },
): Result<{ paymentId: string; amountMinor: number }, RecordRefusal> {
  return transact(() => {
    const entry = db()
      .select()
      .from(bankEntries)
      .where(and(own(actor, bankEntries, entryId), eq(bankEntries.state, "open")))
      .get()
    if (!entry) return { ok: false, reason: "no-entry" }
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice?.number || invoice.state === "void") return { ok: false, reason: "no-invoice" }
    const payerId = invoice.shares.length === 1 ? (invoice.shares[0]?.payerId ?? null) : null
    const paid = recordPayment(actor, {
      invoiceId,
      amountMinor: entry.amountMinor,
      method: "transfer",
      receivedOn: earlierOf(entry.bookedOn, today(actor.school.timeZone, now())),
      payerName: entry.payerName || invoice.shares[0]?.name || invoice.billTo,
      payerId,
      note: [entry.reference, entry.bankReference].filter(Boolean).join(" · ").slice(0, 500) || null,
      hasArrived: true,
    })
    if (!paid.ok) return { ok: false, reason: "no-invoice" }
    db()
      .update(bankEntries)
      .set({ state: "recorded", paymentId: paid.paymentId, settledAt: now() })
      .where(own(actor, bankEntries, entryId))
      .run()
    return { ok: true, paymentId: paid.paymentId, amountMinor: entry.amountMinor }
  })
}

/** Records many, each on its own: what someone else was quicker with is counted, not doubled. */
export function recordEntries(actor: Actor, choices: readonly { entryId: string; invoiceId: string }[]) {
  let [recorded, amountMinor, refused] = [0, 0, 0]
  for (const choice of choices) {
    const answer = recordEntry(actor, choice)
    if (answer.ok) {
      recorded += 1
      amountMinor += answer.amountMinor
    } else refused += 1
  }
  return { recorded, amountMinor, refused }
}

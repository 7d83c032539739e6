import { db, transact } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { listOpenInvoices, settle, share } from "./allocate.server"

// Account credit: money a family paid, or was credited, that no invoice uses. It goes to the next invoice automatically,
// or to open ones when the office says so. It isn't stored but calculated from payments and credit notes.

export type Spare = { source: { paymentId: string } | { creditNoteId: string }; spareMinor: number }

/**
 * What a family has in its favor, the oldest first; minor units. What waits for the provider to refund it is held back.
 */
export function listSpare(actor: Actor, familyId: string): Spare[] {
  const rows = db().all<{ paymentId: string | null; creditNoteId: string | null; spareMinor: number }>(sql`
    select * from (
      select p.id as paymentId, null as creditNoteId, p.received_at as at,
        p.amount_minor
        - (select coalesce(sum(r.amount_minor), 0) from refunds r
          where r.school_id = p.school_id and r.payment_id = p.id)
        - (select coalesce(sum(a.amount_minor), 0) from allocations a
          where a.school_id = p.school_id and a.payment_id = p.id)
        - (select coalesce(sum(o.amount_minor), 0) from refund_orders o
          where o.school_id = p.school_id and o.payment_id = p.id and o.state in ('created', 'pending'))
        as spareMinor
      from payments p where p.school_id = ${actor.school.id} and p.family_id = ${familyId}
      union all
      select null, n.id, n.issued_at,
        n.total_minor
        - (select coalesce(sum(r.amount_minor), 0) from refunds r
          where r.school_id = n.school_id and r.credit_note_id = n.id)
        - (select coalesce(sum(a.amount_minor), 0) from allocations a
          where a.school_id = n.school_id and a.credit_note_id = n.id)
      from credit_notes n where n.school_id = ${actor.school.id} and n.family_id = ${familyId})
    where spareMinor > 0 order by at, coalesce(paymentId, creditNoteId)`)
  return rows.map(({ paymentId, creditNoteId, spareMinor }) => ({
    source: paymentId === null ? { creditNoteId: creditNoteId ?? "" } : { paymentId },
    spareMinor,
  }))
}

/** What is in a family's favor for its next invoice, minor units. */
export const spareCredit = (actor: Actor, familyId: string): number =>
  listSpare(actor, familyId).reduce((sum, { spareMinor }) => sum + spareMinor, 0)

/**
 * Puts a family's spare money on an invoice that is being issued, the oldest first, in the caller's transaction. Answers
 * how much, in minor units.
 */
export function spendSpareCredit(
  actor: Actor,
  { familyId, invoiceId, totalMinor }: { familyId: string; invoiceId: string; totalMinor: number },
): number {
  const used = share(
    totalMinor,
    listSpare(actor, familyId).map(({ source, spareMinor }) => ({ source, openMinor: spareMinor })),
  )
  for (const { source, amountMinor } of used) settle(actor, source, invoiceId, amountMinor)
  const usedMinor = used.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (usedMinor > 0)
    recordEvent(actor, {
      verb: "use-credit",
      noun: "invoice",
      nounId: invoiceId,
      after: { amountMinor: usedMinor },
    })
  return usedMinor
}

/**
 * Applies account credit to invoices that are open already: those chosen, else the oldest due first.
 * @returns how much was applied, in minor units, and the numbers of the invoices
 */
export function applyCredit(
  actor: Actor,
  { familyId, invoiceIds, formKey }: { familyId: string; invoiceIds?: readonly string[]; formKey?: string },
): Result<{ appliedMinor: number; numbers: string[] }, "no-credit" | "nothing-open"> {
  return transact(() => {
    if (madeByForm(actor, formKey)) return { ok: true, appliedMinor: 0, numbers: [] }
    const spareMinor = spareCredit(actor, familyId)
    if (spareMinor === 0) return { ok: false, reason: "no-credit" }
    const chosen = invoiceIds && invoiceIds.length > 0 ? invoiceIds : undefined
    const parts = share(spareMinor, listOpenInvoices(actor, familyId, chosen))
    if (parts.length === 0) return { ok: false, reason: "nothing-open" }
    for (const { invoiceId, amountMinor } of parts)
      spendSpareCredit(actor, { familyId, invoiceId, totalMinor: amountMinor })
    rememberForm(actor, formKey, familyId)
    return {
      ok: true,
      appliedMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      numbers: parts.flatMap(({ number }) => number ?? []),
    }
  })
}

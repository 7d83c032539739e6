import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import type { Actor } from "~/models/foundation/access/actor"
import { find, hasRow } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { MovePaymentRefusal } from "~/texts/money/refusals"
import type { Result } from "~/utils/result"
import { listOpenInvoices, listParts, settle } from "./allocate.server"
import { leftOf } from "./refund.server"

export type MovableInvoice = {
  invoiceId: string
  number: string | null
  /** `YYYY-MM-DD`; null for one that has no balance due without this payment. */
  dueOn: string | null
  /** What of the payment it has now, and at most could have. */
  partMinor: number
  mostMinor: number
}

/** The invoices that a payment settles or could settle, and how much of it there is; undefined when the school has no such payment. */
export function findMovable(actor: Actor, paymentId: string) {
  const payment = find(actor, payments, paymentId)
  if (!payment) return undefined
  const parts = listParts(actor, { paymentId })
  const open = listOpenInvoices(actor, payment.familyId)
  const partOf = new Map(parts.map(({ invoiceId, amountMinor }) => [invoiceId, amountMinor]))
  const rows: MovableInvoice[] = open.map(({ invoiceId, number, dueOn, openMinor }) => {
    const partMinor = partOf.get(invoiceId) ?? 0
    return { invoiceId, number, dueOn, partMinor, mostMinor: partMinor + openMinor }
  })
  const settled = parts
    .filter(({ invoiceId }) => !open.some((each) => each.invoiceId === invoiceId))
    .map(({ invoiceId, number, amountMinor }) => ({
      invoiceId,
      number,
      dueOn: null,
      partMinor: amountMinor,
      mostMinor: amountMinor,
    }))
  const left = leftOf(actor, payment)
  return {
    payment,
    invoices: [...settled, ...rows],
    /** What may be put on invoices: the payment less refunds, those included that are on their way. */
    placeableMinor: Math.max(0, left.totalMinor - left.heldMinor),
  }
}

/**
 * Says again which invoices a payment settles, and with how much each; what is on none is account credit. An invoice that
 * isn't named keeps what it has. Nothing is edited: what changes is written as further rows.
 */
export function movePayment(
  actor: Actor,
  paymentId: string,
  chosen: ReadonlyMap<string, number>,
): Result<{ creditMinor: number }, MovePaymentRefusal> & { invoiceId?: string } {
  return transact(() => {
    const found = findMovable(actor, paymentId)
    if (!found) return { ok: false, reason: "no-payment" }
    if (found.payment.reversedAt !== null) return { ok: false, reason: "reversed" }
    for (const invoiceId of chosen.keys())
      if (!found.invoices.some((row) => row.invoiceId === invoiceId))
        return {
          ok: false,
          reason: isInvoice(actor, invoiceId) ? "more-than-open" : "other-family",
          invoiceId,
        }
    const planned = found.invoices.map((row) => ({
      ...row,
      newMinor: chosen.get(row.invoiceId) ?? row.partMinor,
    }))
    const tooMuch = planned.find(({ newMinor, mostMinor }) => newMinor > mostMinor || newMinor < 0)
    if (tooMuch) return { ok: false, reason: "more-than-open", invoiceId: tooMuch.invoiceId }
    const placedMinor = planned.reduce((sum, { newMinor }) => sum + newMinor, 0)
    if (placedMinor > found.placeableMinor) return { ok: false, reason: "more-than-left" }
    const changed = planned.filter(({ newMinor, partMinor }) => newMinor !== partMinor)
    for (const { invoiceId, newMinor, partMinor } of changed)
      settle(actor, { paymentId }, invoiceId, newMinor - partMinor)
    if (changed.length > 0)
      recordEvent(actor, "payment.move", paymentId, {
        before: { invoices: changed.map(({ number, partMinor }) => ({ number, amountMinor: partMinor })) },
        after: { invoices: changed.map(({ number, newMinor }) => ({ number, amountMinor: newMinor })) },
      })
    return { ok: true, creditMinor: found.placeableMinor - placedMinor }
  })
}

/** Whether it is an invoice of the school at all; another family's, a paid or a void one can't take the payment. */
const isInvoice = (actor: Actor, invoiceId: string): boolean => hasRow(actor, invoices, invoiceId)

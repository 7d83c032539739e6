import { transact } from "db/client.server"
import { paymentOrders, payments } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import type { ReverseRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findPayerContact, payerIdOf } from "../payer/payer-key.server"
import { listParts } from "./allocate.server"
import { listRefunds, notBefore, writeRefund } from "./refund.server"
import { hasReceipt, recallReceipt } from "./send-receipt.server"

/**
 * Takes back a payment that was typed wrongly. It stays readable with the reason; its invoices have that balance due
 * again, and whoever got the receipt is told. Refused for money that the provider confirmed, and after a refund. The credit of an
 * opening balance or a gift voucher is taken back only with it (`as`); of a voucher, whoever redeemed it in the portal is told.
 */
export function reversePayment(
  actor: Actor,
  { paymentId, reason, as }: { paymentId: string; reason: string; as?: "opening" | "voucher" },
): Result<{ numbers: string[] }, ReverseRefusal> {
  return transact(() => {
    const payment = find(actor, payments, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    const barrier = reverseBarrier(actor, payment, as !== undefined)
    if (barrier) return { ok: false, reason: barrier }
    const parts = listParts(actor, { paymentId })
    writeRefund(
      actor,
      { paymentId },
      {
        familyId: payment.familyId,
        kind: "mistake",
        method: payment.method,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        reason,
        refundedOn: notBefore(actor, payment),
        parts,
      },
    )
    change(actor, payments, paymentId, { reversedAt: now(), reversedReason: reason })
    const numbers = parts.flatMap(({ number }) => number ?? []).reverse()
    const dueMinor = parts.reduce((sum, part) => sum + part.amountMinor, 0)
    recordEvent(actor, "payment.take-back", paymentId, {
      before: { amountMinor: payment.amountMinor, payerName: payment.payerName, invoices: numbers },
      after: { reason },
    })
    tellPayer(actor, payment, { numbers, dueMinor, reason, isVoucher: as === "voucher" })
    return { ok: true, numbers }
  })
}

/** Why a payment can't be taken back; undefined when it can. */
export function reverseBarrier(
  actor: Actor,
  { id, reversedAt, isOpening }: { id: string; reversedAt: number | null; isOpening: boolean },
  asOpening = false,
): Exclude<ReverseRefusal, "no-payment"> | undefined {
  if (reversedAt !== null) return "reversed"
  if (isOpening && !asOpening) return "opening"
  if (isOnline(actor, id)) return "online"
  return listRefunds(actor, id).length > 0 ? "refunded" : undefined
}

/** Whether the provider said that the money arrived. */
const isOnline = (actor: Actor, paymentId: string): boolean =>
  hasRow(actor, paymentOrders, eq(paymentOrders.paymentId, paymentId))

/** Only whoever got the receipt, or redeemed the voucher: of a payment entered by hand for the wrong family that family never heard. */
function tellPayer(
  actor: Actor,
  payment: typeof payments.$inferSelect,
  {
    numbers,
    dueMinor,
    ...about
  }: { numbers: string[]; dueMinor: number; reason: string; isVoucher: boolean },
) {
  if (!about.isVoucher && (recallReceipt(actor, payment.id) || !hasReceipt(actor, payment.id))) return
  const payer = findPayerContact(actor, payerIdOf(payment))
  if (!payer?.email) return
  const amount = (minor: number) => formatMoney(minor, payment.currency, actor.school)
  mailTo(actor, { email: payer.email, name: payer.name }, "payment-reversed", {
    amount: amount(payment.amountMinor),
    receivedOn: formatDate(payment.receivedOn, "full", actor.school),
    numbers: joinNames(numbers) || null,
    parts: {
      due: amount(dueMinor),
      credit: dueMinor < payment.amountMinor ? amount(payment.amountMinor - dueMinor) : null,
    },
    ...about,
  })
}

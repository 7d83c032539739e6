import { transact } from "db/client.server"
import { payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { RefundRefused } from "~/texts/money/refusals"
import { laterOf } from "~/utils/dates"
import { entryDay, isClosed } from "../closing/closing.server"
import { payerIdOf } from "../payer/payer-key.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { share } from "./allocate.server"
import type { PaymentMethod } from "./payment"
import { leftOf, notBefore, takeBack, writeRefund } from "./refund.server"
import { isSameRefund } from "./sent-before.server"
import { listSpare, type Spare } from "./spare-credit.server"
import { tellOfCredit, tellPayer } from "./tell-refund.server"

// A refund that the office hands out itself, in cash or by its bank, and only records here.

export type GivenRefund = {
  /** Integer minor units, more than 0. */
  amountMinor: number
  method: PaymentMethod
  /** `YYYY-MM-DD` */
  refundedOn: string
  reason: string
  formKey?: string | null
}

/**
 * Gives money of one payment back: first what no invoice uses, then what its invoices have, the newest first. Refuses a
 * day before the payment came in.
 */
export function refundPayment(
  actor: Actor,
  paymentId: string,
  refund: GivenRefund,
): { ok: true; numbers: string[] } | RefundRefused {
  return transact(() => {
    const made = madeByForm(actor, refund.formKey)
    if (made)
      return isSameRefund(actor, made, refund)
        ? { ok: true, numbers: [] }
        : { ok: false, reason: "sent-before" }
    if (isClosed(actor, refund.refundedOn)) return { ok: false, reason: "closed" }
    const payment = find(actor, payments, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    if (refund.refundedOn > notBefore(actor, payment)) return { ok: false, reason: "refunded-in-the-future" }
    if (refund.refundedOn < payment.receivedOn)
      return { ok: false, reason: "before-payment", since: payment.receivedOn }
    const left = leftOf(actor, payment)
    if (refund.amountMinor > left.totalMinor - left.heldMinor) return { ok: false, reason: "more-than-left" }
    const { formKey, ...facts } = refund
    const parts = takeBack(refund.amountMinor - left.spareMinor, left.parts)
    const refundId = writeRefund(
      actor,
      { paymentId },
      { familyId: payment.familyId, kind: "refund", currency: payment.currency, ...facts, parts },
    )
    rememberForm(actor, formKey, refundId)
    const numbers = parts.flatMap(({ number }) => number ?? [])
    recordEvent(actor, {
      verb: "refund",
      noun: "payment",
      nounId: paymentId,
      after: { amountMinor: refund.amountMinor, reason: refund.reason, invoices: numbers },
    })
    const payer = { payerId: payerIdOf(payment), payerName: payment.payerName }
    tellPayer(actor, payer, { ...refund, currency: payment.currency })
    return { ok: true, numbers }
  })
}

/** Pays account credit out, the oldest first: invoices stay settled. Refuses a day on which it wasn't there yet. */
export function refundCredit(
  actor: Actor,
  familyId: string,
  refund: GivenRefund,
): { ok: true } | RefundRefused {
  return transact(() => {
    const made = madeByForm(actor, refund.formKey)
    const making = [familyId, refund.amountMinor, refund.method, refund.refundedOn].join(" ")
    if (made) return made === making ? { ok: true } : { ok: false, reason: "sent-before" }
    if (isClosed(actor, refund.refundedOn)) return { ok: false, reason: "closed" }
    const family = find(actor, families, familyId)
    if (!family) return { ok: false, reason: "no-family" }
    const spare = listSpare(actor, familyId)
    const since = dayOfCredit(spare, refund.amountMinor)
    if (refund.refundedOn > laterOf(entryDay(actor), since ?? ""))
      return { ok: false, reason: "refunded-in-the-future" }
    if (since === undefined) return { ok: false, reason: "more-than-left" }
    if (refund.refundedOn < since) return { ok: false, reason: "before-credit", since }
    const used = share(
      refund.amountMinor,
      spare
        .filter(({ cameOn }) => cameOn <= refund.refundedOn)
        .map(({ source, payerId, spareMinor }) => ({ source, payerId, openMinor: spareMinor })),
    )
    const { formKey, ...facts } = refund
    for (const { source, amountMinor } of used)
      writeRefund(actor, source, { familyId, kind: "refund", ...facts, amountMinor, parts: [] })
    rememberForm(actor, formKey, making)
    recordEvent(actor, {
      verb: "refund-credit",
      noun: "family",
      nounId: familyId,
      after: { amountMinor: refund.amountMinor, method: refund.method, reason: refund.reason },
    })
    tellOfCredit(actor, familyId, used, { ...facts, currency: actor.school.currency })
    return { ok: true }
  })
}

/** The first day on which so much of the account credit was there; undefined when it is less. */
function dayOfCredit(spare: readonly Spare[], amountMinor: number): string | undefined {
  let minor = 0
  const inOrder = [...spare].sort((one, other) => one.cameOn.localeCompare(other.cameOn))
  return inOrder.find(({ spareMinor }) => {
    minor += spareMinor
    return minor >= amountMinor
  })?.cameOn
}

import { db, transact } from "db/client.server"
import { payments } from "db/schema/money-payments"
import { families, guardians } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { isClosed } from "../closing/closing.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { share } from "./allocate.server"
import { methodLabels, type PaymentMethod, type RefundRefusal } from "./payment"
import { leftOf, takeBack, writeRefund } from "./refund.server"
import { listSpare } from "./spare-credit.server"

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

/** Gives money of one payment back: first what no invoice uses, then what its invoices have, the newest first. */
export function refundPayment(
  actor: Actor,
  paymentId: string,
  refund: GivenRefund,
): Result<{ numbers: string[] }, RefundRefusal> {
  return transact(() => {
    if (madeByForm(actor, refund.formKey)) return { ok: true, numbers: [] }
    if (isLater(actor, refund)) return { ok: false, reason: "refunded-in-the-future" }
    if (isClosed(actor, refund.refundedOn)) return { ok: false, reason: "closed" }
    const payment = db()
      .select()
      .from(payments)
      .where(own(actor, payments, paymentId))
      .get()
    if (!payment) return { ok: false, reason: "no-payment" }
    const left = leftOf(actor, payment)
    if (refund.amountMinor > left.totalMinor - left.heldMinor) return { ok: false, reason: "more-than-left" }
    const { formKey, ...facts } = refund
    const parts = takeBack(refund.amountMinor - left.spareMinor, left.parts)
    const refundId = writeRefund(
      actor,
      { paymentId },
      { familyId: payment.familyId, kind: "refund", ...facts, parts },
    )
    rememberForm(actor, formKey, refundId)
    const numbers = parts.flatMap(({ number }) => number ?? [])
    recordEvent(actor, {
      verb: "refund",
      noun: "payment",
      nounId: paymentId,
      after: { amountMinor: refund.amountMinor, reason: refund.reason, invoices: numbers },
    })
    tellPayer(actor, payment, refund)
    return { ok: true, numbers }
  })
}

/** Pays account credit out, the oldest first: invoices stay settled. */
export function refundCredit(
  actor: Actor,
  familyId: string,
  refund: GivenRefund,
): Result<void, RefundRefusal> {
  return transact(() => {
    if (madeByForm(actor, refund.formKey)) return { ok: true }
    if (isLater(actor, refund)) return { ok: false, reason: "refunded-in-the-future" }
    if (isClosed(actor, refund.refundedOn)) return { ok: false, reason: "closed" }
    const family = db()
      .select({ id: families.id })
      .from(families)
      .where(own(actor, families, familyId))
      .get()
    if (!family) return { ok: false, reason: "no-family" }
    const spare = listSpare(actor, familyId)
    const used = share(
      refund.amountMinor,
      spare.map(({ source, spareMinor }) => ({ source, openMinor: spareMinor })),
    )
    if (used.reduce((sum, { amountMinor }) => sum + amountMinor, 0) < refund.amountMinor)
      return { ok: false, reason: "more-than-left" }
    const { formKey, ...facts } = refund
    for (const { source, amountMinor } of used)
      writeRefund(actor, source, { familyId, kind: "refund", ...facts, amountMinor, parts: [] })
    rememberForm(actor, formKey, familyId)
    recordEvent(actor, {
      verb: "refund-credit",
      noun: "family",
      nounId: familyId,
      after: { amountMinor: refund.amountMinor, method: refund.method, reason: refund.reason },
    })
    return { ok: true }
  })
}

const isLater = (actor: Actor, { refundedOn }: GivenRefund): boolean =>
  refundedOn > today(actor.school.timeZone, now())

function tellPayer(actor: Actor, payment: typeof payments.$inferSelect, refund: GivenRefund) {
  if (!payment.guardianId) return
  const guardian = db()
    .select({ email: guardians.email })
    .from(guardians)
    .where(own(actor, guardians, payment.guardianId))
    .get()
  if (!guardian?.email) return
  queueMail({
    template: "refund-given",
    schoolId: actor.school.id,
    recipient: guardian.email,
    data: {
      schoolName: actor.school.name,
      recipientName: payment.payerName,
      amount: formatMoney(refund.amountMinor, payment.currency, actor.school),
      method: methodLabels[refund.method],
      refundedOn: formatDate(refund.refundedOn, "full", actor.school),
      reason: refund.reason,
    },
  })
}

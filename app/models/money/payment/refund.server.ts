import { db, transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { allocations, payments, refundParts, refunds } from "db/schema/money-payments"
import { and, asc, desc, eq } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { netPart } from "./net-part.server"

// A refund, like a payment, is never edited, and a provider's reference is recorded once. Together the
// refunds of a payment never exceed it; the amount an invoice loses is open again.

export type NewRefund = {
  paymentId: string
  /** Given back by the school at the provider, or taken back by the payer's bank or a dispute. */
  kind: "refund" | "reversal"
  /** Integer minor units, more than 0. */
  amountMinor: number
  /** The provider's id of the refund. A second call with it changes nothing. */
  providerReference: string
}

/**
 * Records that money of a payment was refunded: first what was in the family's favor, then what its invoices got, the
 * newest first. The office is told by mail. Refuses more than is left of the payment.
 */
export function recordRefund(
  actor: Actor,
  { paymentId, kind, amountMinor, providerReference }: NewRefund,
): Result<{ isNew: boolean }, "no-payment" | "more-than-paid"> {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0)
    throw new RangeError(`A refund is a positive amount of minor units, not ${amountMinor}`)
  return transact(() => {
    if (db().select().from(refunds).where(eq(refunds.providerReference, providerReference)).get())
      return { ok: true, isNew: false }
    const payment = db()
      .select()
      .from(payments)
      .where(own(actor, payments, paymentId))
      .get()
    if (!payment) return { ok: false, reason: "no-payment" }
    const left = leftOf(actor, payment)
    if (amountMinor > left.totalMinor) return { ok: false, reason: "more-than-paid" }

    const row = newRow(actor)
    db()
      .insert(refunds)
      .values({
        ...row,
        paymentId,
        familyId: payment.familyId,
        kind,
        amountMinor,
        currency: payment.currency,
        refundedOn: today(actor.school.timeZone, now()),
        refundedAt: now(),
        providerReference,
      })
      .run()
    const parts = takeBack(amountMinor - left.spareMinor, left.parts)
    for (const part of parts)
      db()
        .insert(refundParts)
        .values({
          ...newRow(actor),
          refundId: row.id,
          invoiceId: part.invoiceId,
          amountMinor: part.amountMinor,
        })
        .run()
    const numbers = parts.map(({ number }) => number)
    recordEvent(actor, {
      verb: kind === "refund" ? "refund" : "reverse",
      noun: "payment",
      nounId: paymentId,
      after: { amountMinor, providerReference, invoices: numbers },
    })
    tellOffice(actor, { kind, amountMinor, payerName: payment.payerName, numbers, paymentId })
    return { ok: true, isNew: true }
  })
}

/** What of a payment has not gone back yet: in all, what went to no invoice, and what each invoice has of it. */
function leftOf(actor: Actor, payment: typeof payments.$inferSelect) {
  const parts = listNetParts(actor, payment.id)
  const allocatedMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const refundedMinor = listRefunds(actor, payment.id).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const totalMinor = payment.amountMinor - refundedMinor
  return { totalMinor, spareMinor: totalMinor - allocatedMinor, parts }
}

type Part = { invoiceId: string; number: string | null; amountMinor: number }

function takeBack(amountMinor: number, parts: readonly Part[]): Part[] {
  let missing = amountMinor
  return parts.flatMap((part) => {
    const partMinor = Math.min(missing, part.amountMinor)
    if (partMinor <= 0) return []
    missing -= partMinor
    return [{ ...part, amountMinor: partMinor }]
  })
}

/** What the invoices of a payment still have of it, the newest invoice first; minor units. */
export function listNetParts(actor: Actor, paymentId: string): Part[] {
  return db()
    .select({
      invoiceId: allocations.invoiceId,
      number: invoices.number,
      amountMinor: netPart,
    })
    .from(allocations)
    .innerJoin(invoices, joined(invoices, allocations.invoiceId))
    .where(and(own(actor, allocations), eq(allocations.paymentId, paymentId)))
    .orderBy(desc(invoices.sequence))
    .all()
}

/** What was refunded of a payment, in order. */
export function listRefunds(actor: Actor, paymentId: string) {
  return db()
    .select({
      id: refunds.id,
      kind: refunds.kind,
      amountMinor: refunds.amountMinor,
      refundedOn: refunds.refundedOn,
    })
    .from(refunds)
    .where(and(own(actor, refunds), eq(refunds.paymentId, paymentId)))
    .orderBy(asc(refunds.refundedAt), asc(refunds.id))
    .all()
}

type RefundFacts = {
  kind: NewRefund["kind"]
  amountMinor: number
  payerName: string
  numbers: (string | null)[]
  paymentId: string
}

function tellOffice(actor: Actor, { kind, amountMinor, payerName, numbers, paymentId }: RefundFacts) {
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "payment-refunded",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        name,
        kind,
        amount: formatMoney(amountMinor, actor.school.currency, actor.school),
        payerName,
        numbers: numbers.filter((number) => number !== null).join(", ") || null,
        paymentId,
      },
    })
}
